/** Profiles one case and lists the functions that took the most processor time themselves. */
import type { Profiler } from 'node:inspector'
import { basename } from 'node:path'
import type { Case } from './cases.ts'
import type { Load } from './measure.ts'
import type { Askers } from './signed-in-reader.ts'
import type { Server } from './servers.ts'

const FUNCTIONS = 40
const LOAD_MS = 6000

/** Loads the product with one case and returns a table. */
export async function profile(
  product: Server,
  { name, paths, asker }: Case,
  askers: Askers,
  load: Load,
): Promise<string> {
  const job = { port: product.port, paths, who: askers[asker], connections: 4 }
  await load.run({ ...job, atLeastMs: LOAD_MS / 2, atMostMs: LOAD_MS / 2 })
  await product.startProfile()
  const before = await product.usage()
  const { requests } = await load.run({ ...job, atLeastMs: LOAD_MS, atMostMs: LOAD_MS })
  const after = await product.usage()
  const costs = selfTimes(await product.stopProfile())
  const mainMs = (after.mainMs - before.mainMs) / requests
  const cpuMs = (after.cpuMs - before.cpuMs) / requests
  return [
    `${name}: ${mainMs.toFixed(2)} ms on the main thread per request, ${cpuMs.toFixed(2)} ms in all, while profiled.`,
    '   µs  function',
    ...costs
      .slice(0, FUNCTIONS)
      .map(({ title, us }) => `${(us / requests).toFixed(0).padStart(5)}  ${title}`),
  ].join('\n')
}

/** Microseconds of each function without those that it calls, the most expensive first. */
function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile) {
  const callers = new Map(
    nodes.flatMap((node) => node.children?.map((child) => [child, node] as const) ?? []),
  )
  /** Native functions have no address, so their caller tells more. */
  const titleOf = (node: Profiler.ProfileNode): string => {
    const { functionName, url, lineNumber } = node.callFrame
    const name = functionName || '(anonymous)'
    if (url) return `${name}  ${basename(url)}:${lineNumber + 1}`
    const caller = callers.get(node.id)
    return caller === undefined || functionName.startsWith('(')
      ? name
      : `${name} ← ${titleOf(caller)}`
  }
  const titles = new Map(nodes.map((node) => [node.id, titleOf(node)]))
  const costs = new Map<string, number>()
  for (const [i, id] of samples.entries()) {
    const title = titles.get(id)!
    // While idle, the thread waits for requests.
    if (title === '(idle)') continue
    costs.set(title, (costs.get(title) ?? 0) + (timeDeltas[i] ?? 0))
  }
  return [...costs].map(([title, us]) => ({ title, us })).toSorted((a, b) => b.us - a.us)
}
