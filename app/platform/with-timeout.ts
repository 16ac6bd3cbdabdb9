/** Waits for a promise, and throws `error` after `ms`. The work behind the promise continues. */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  error = new Error(`no result within ${ms} ms`),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(error), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
