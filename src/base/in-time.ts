/** The result of work. @throws the failure if it takes longer */
export async function inTime<T>(work: Promise<T>, milliseconds: number, failure: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>()
  let isDone = false
  // After a long turn of the event loop the result may have arrived unread.
  const end = () => setImmediate(() => isDone || late.reject(failure()))
  const deadline = setTimeout(end, milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    isDone = true
    clearTimeout(deadline)
  }
}
