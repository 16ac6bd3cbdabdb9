import { Session } from 'node:inspector/promises'

/**
 * How often the blocks of the product's code run: what V8 counts for coverage. It is the same on every
 * machine. What V8 does inside a built-in function is not counted, but the callbacks are.
 */
export async function countSteps(run: () => unknown): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  return result
    .filter(({ url }) => url.includes('/app/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}
