import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How many times the test was run again before it passed. */
    retries?: number
  }
}

afterEach(({ task }) => {
  if (task.result?.retryCount) task.meta.retries = task.result.retryCount
})
