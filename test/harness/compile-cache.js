import module from 'node:module'

// In JavaScript and preloaded, so that all test processes share compiled sources.
module.enableCompileCache(`${import.meta.dirname}/../../.tap/compile-cache`)
