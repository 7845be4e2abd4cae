/** The result of work. @throws the failure if it takes longer */
export async function inTime<T>(work: Promise<T>, milliseconds: number, failure: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>()
  const deadline = setTimeout(() => late.reject(failure()), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(deadline)
  }
}
