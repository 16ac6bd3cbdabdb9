import type { SimulatedMark } from '#packages/authoring/simulated-readers.ts'
import { allBooks, insertMarks } from '../store/simulation.server.ts'
import { recountMarks } from './recount-marks.server.ts'

const READERS_PER_TRANSACTION = 500

export type SimulationProgress = (step: 'marked' | 'counted', done: number, total: number) => void

/**
 * Gives each reader simulated marks, and recounts everything.
 * @param readers their ids
 * @param simulate returns a function that gives the marks of the n-th reader
 * @returns how many books were marked, each once per reader
 */
export async function simulateMarks(
  readers: number[],
  simulate: (books: { id: number; genre: string }[]) => (reader: number) => SimulatedMark[],
  until: Date,
  onProgress: SimulationProgress,
): Promise<number> {
  const marksOf = simulate(await allBooks())
  let count = 0
  for (let i = 0; i < readers.length; i += READERS_PER_TRANSACTION) {
    const marks: (SimulatedMark & { userId: number })[] = []
    for (const [j, userId] of readers.slice(i, i + READERS_PER_TRANSACTION).entries()) {
      for (const mark of marksOf(i + j)) marks.push({ userId, ...mark })
    }
    await insertMarks(marks)
    count += marks.length
    onProgress('marked', Math.min(readers.length, i + READERS_PER_TRANSACTION), readers.length)
  }
  await recountMarks(until, (done) =>
    onProgress('counted', Math.min(done, readers.length), readers.length),
  )
  return count
}
