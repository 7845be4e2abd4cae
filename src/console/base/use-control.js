import { html, useEffect, useState } from '../preact.js'
import { control } from './api.js'
import { Trouble } from './parts.js'

/**
 * Reads a path of the control plane; `again` reads it at once. @param period milliseconds after which it is read again
 * while the page is visible @param beat it is read again when it changes
 */
export function useControl(path, { period, beat } = {}) {
  const [state, setState] = useState({})
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let gone = false
    const read = () =>
      control('GET', path).then(
        answer => gone || setState({ answer }),
        error => gone || setState(({ answer }) => ({ answer, error })),
      )
    read()
    const timer = period && setInterval(() => document.hidden || read(), period)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [path, asked, beat])
  return { ...state, again: () => setAsked(n => n + 1) }
}

/** State of a button whose action may be refused; the reason or the result appears beside it. */
export function useDoing() {
  const [error, setError] = useState()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const run = async work => {
    setBusy(true)
    setError(undefined)
    await work().then(
      done => setSaid(typeof done === 'string' ? done : ''),
      error => {
        setSaid('')
        setError(error)
      },
    )
    setBusy(false)
  }
  return {
    run,
    busy,
    said: html`<span role="status" class="quiet">${said}</span>`,
    error: error && html`<${Trouble} error=${error} />`,
  }
}
