// The lower bound for a start: Node and the two libraries that every server of this kind needs. In JavaScript, so that
// Node does not load its type stripper.
import 'better-sqlite3'
import 'fastify'
