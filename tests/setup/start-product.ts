import type { TestProject } from 'vitest/node'
import { prepareRun, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built product listens, filled with the catalogue that ships. */
    origin: string
  }
}

/**
 * Builds the product where its sources have changed, and runs it for all the tests of its calls:
 * on SQLite in one process, or as TEST_DATABASE and TEST_PROCESSES say.
 */
export default async function startForTheRun(project: TestProject) {
  // @ts-expect-error: the commands that run before anything is installed are plain JavaScript.
  const { ensureBuilt } = await import('../../bin/setup.mjs')
  await ensureBuilt()
  const endRun = await prepareRun()
  const product = await startProduct('content')
  project.provide('origin', product.origin)
  return async () => {
    const { status } = await product.stop()
    await endRun()
    if (status !== 0) throw new Error(`The product ended with ${status}.`)
  }
}
