import { useEffect, useState } from '../preact.js'

/** The page's state is in its address, so links can be shared and the back button works. */
export function place() {
  return Object.fromEntries(new URLSearchParams(location.search))
}

export function linkTo(changes, from = place()) {
  const all = Object.entries({ ...from, ...changes }).filter(([, value]) => value !== undefined && value !== '')
  return `?${new URLSearchParams(all)}`
}

export function go(changes, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', linkTo(changes))
  dispatchEvent(new Event('placed'))
}

export function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  history.pushState(null, '', event.currentTarget.getAttribute('href'))
  dispatchEvent(new Event('placed'))
}

/** Names the tab after what it shows. */
export function useTitle(shown) {
  useEffect(() => {
    document.title = `${shown} – market-data-sandbox`
  }, [shown])
}

export function usePlace() {
  const [current, setCurrent] = useState(place())
  useEffect(() => {
    const update = () => setCurrent(place())
    for (const name of ['placed', 'popstate']) addEventListener(name, update)
    return () => {
      for (const name of ['placed', 'popstate']) removeEventListener(name, update)
    }
  }, [])
  return current
}
