import { authorized, query, Refused, reach, read } from '../base/api.js'
import { useEffect, useRef, useState } from '../preact.js'

const mostShown = 1000

/** Calls `begin` when connected, then `each` with every entry of a tenant's journal, beginning with the present ones. */
async function readJournal(tenant, signal, begin, each) {
  const headers = { accept: 'text/event-stream', ...authorized() }
  const path = query(`sandbox/tenants/${tenant}/journal/stream`, { after: 0 })
  const answer = await reach(path, { headers, signal })
  if (!answer.ok) await read(answer)
  begin()
  let rest = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data) each(JSON.parse(data))
    }
  }
}

/** The journal as it grows; reconnects when the stream ends or fails. A restarted server counts from 1 again. */
export function useJournal(tenant) {
  const [entries, setEntries] = useState([])
  const [state, setState] = useState({})
  const [tries, setTries] = useState(0)
  const waiting = useRef([])
  useEffect(() => {
    const abort = new AbortController()
    setEntries([])
    const flush = setInterval(() => {
      if (waiting.current.length === 0) return
      const fresh = waiting.current.splice(0)
      setEntries(known => {
        const all = new Map([...known, ...fresh].map(entry => [entry.ordinal, entry]))
        return [...all.values()].slice(-mostShown)
      })
    }, 200)
    const begin = () => {
      waiting.current = []
      setEntries([])
      setState({ isOpen: true })
    }
    const again = () => setTimeout(() => abort.signal.aborted || follow(), 1000)
    const follow = () =>
      readJournal(tenant, abort.signal, begin, entry => waiting.current.push(entry)).then(again, error => {
        if (abort.signal.aborted) return
        setState({ error })
        if (!(error instanceof Refused)) again()
      })
    follow()
    return () => {
      clearInterval(flush)
      waiting.current = []
      abort.abort()
    }
  }, [tenant, tries])
  return { entries, ...state, again: () => setTries(tries + 1) }
}

export const durationOf = ({ began, ended }) => Date.parse(ended) - Date.parse(began)

/** Why a response is empty, or what was ignored. */
export const hintOf = ({ response_headers: headers }) => headers['x-sandbox-hint']
