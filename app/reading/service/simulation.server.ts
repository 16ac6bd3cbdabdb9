import { simulatedReaders, type SimulatedMark } from '../rules/simulation.ts'
import { allBooks, insertMarks } from '../store/simulation.server.ts'
import { recount } from './counting.server.ts'

/** Readers whose marks are written in one transaction. */
const READERS_AT_ONCE = 500

/** What a simulation is doing. */
export type Progress = (step: 'marked' | 'counted', done: number, total: number) => void

/**
 * Lets readers mark books by tastes of their own, and counts it all anew.
 * @param readers their ids; the n-th does the same for the same seed, books and end
 * @returns how many books were marked, each once a reader
 */
export async function simulateMarks(
  readers: number[],
  seed: number,
  until: Date,
  onProgress: Progress,
): Promise<number> {
  const marksFor = simulatedReaders(await allBooks(), seed, until)
  let count = 0
  for (let i = 0; i < readers.length; i += READERS_AT_ONCE) {
    const marks: (SimulatedMark & { userId: number })[] = []
    for (const [j, userId] of readers.slice(i, i + READERS_AT_ONCE).entries()) {
      for (const mark of marksFor(i + j)) marks.push({ userId, ...mark })
    }
    await insertMarks(marks)
    count += marks.length
    onProgress('marked', Math.min(readers.length, i + READERS_AT_ONCE), readers.length)
  }
  await recount(until, (done) =>
    onProgress('counted', Math.min(done, readers.length), readers.length),
  )
  return count
}
