import type { TestProject } from 'vitest/node'
import { prepareRun, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built product, filled with the shipped catalogue. */
    origin: string
  }
}

/**
 * Builds the product if its sources have changed, and starts it for the tests of its calls: in one
 * process on SQLite, or according to TEST_DATABASE and TEST_PROCESSES.
 */
export default async function startForRun(project: TestProject) {
  // @ts-expect-error: the commands that run before anything is installed are plain JavaScript.
  const { ensureBuilt } = await import('../../bin/setup.mjs')
  await ensureBuilt()
  const endRun = await prepareRun()
  // The tests of a run sign in more often than a person would.
  const product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  project.provide('origin', product.origin)
  return async () => {
    const { status } = await product.stop()
    await endRun()
    if (status !== 0) throw new Error(`The product ended with ${status}.`)
  }
}
