import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

// Asks /live over a new connection 20 times a second, and reports how long the server took: its own CPU time, which no
// other work on the machine changes. Arguments: port and process id of the server.
const [port, pid] = process.argv.slice(2).map(Number) as [number, number]
const interval = 50
const bytes = 'GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Milliseconds of each thread. */
function times(): Map<string, number> {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return new Map(
      threads.map(id => [id, Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6]),
    )
  } catch {
    return new Map()
  }
}

function ask(): void {
  const before = times()
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes)).on('error', () => {})
  socket.once('data', () => {
    const spent = [...times()].map(([id, time]) => time - (before.get(id) ?? time))
    process.send!(Math.max(0, ...spent))
    socket.destroy()
  })
}

setInterval(ask, interval)
process.once('disconnect', () => process.exit())
