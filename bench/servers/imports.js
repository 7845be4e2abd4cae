// The floor of a start: Node, and the two libraries that no server of this kind can do without. In JavaScript, so that
// Node needs not even load what strips types.
import 'better-sqlite3'
import 'fastify'
