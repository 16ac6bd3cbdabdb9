import { Session } from 'node:inspector/promises'

/**
 * Begins to count how often the blocks of the product's code run: what V8 counts for coverage. It is the
 * same on every machine. What V8 does inside a built-in function is not counted, but the callbacks are.
 * Functions that ran before are counted as one block, so begin before the product's modules are loaded.
 */
export async function beginCounting() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

  /** The steps since the last call. */
  async function takeSteps(): Promise<number> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes('/app/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  }

  return {
    async countSteps(run: () => unknown): Promise<number> {
      await takeSteps()
      run()
      return takeSteps()
    },
    async endCounting(): Promise<void> {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
