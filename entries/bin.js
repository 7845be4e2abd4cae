#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The package has a bundle; a clone runs its sources.
const isClone = existsSync(new URL('../src/main.js', import.meta.url))
await (isClone ? import('../src/main.js') : import('../dist/main.js'))
