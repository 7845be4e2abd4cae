const { runInThisContext } = require('node:vm')

// Jest gives a module its own `require`, `import()` and `process`, none of which loads ES modules; Node's own does.
const { getBuiltinModule } = runInThisContext('process')
const { createRequire } = getBuiltinModule('node:module')

module.exports = createRequire(__filename)('./index.js')
