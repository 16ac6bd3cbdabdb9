import { expect, test } from 'vitest'
import { db } from '#app/platform/database.server.ts'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { evaluate } from '../../eval/evaluate.ts'
import { simulatedHistories } from '../../eval/marks.ts'

test('recommendations predict what readers with tastes read next', async () => {
  const genres = Array.from({ length: 270 }, (_, i) => GENRES[i % GENRES.length]!.slug)
  const histories = simulatedHistories(500, genres, 1, new Date('2026-11-21T00:00:00Z'))
  const { scores, tested } = await evaluate(histories, 120, 1)
  expect(tested).toBe(120)
  const [recommended, popular, random] = scores
  expect(recommended!.recall).toBeGreaterThan(1.5 * popular!.recall)
  expect(popular!.recall).toBeGreaterThan(random!.recall)
  expect(recommended!.coverage).toBeGreaterThan(0.5)
  expect(recommended!.coverage).toBeGreaterThan(popular!.coverage)
  // The evaluation refuses to run on a database with data.
  expect(await db().user.count()).toBe(500)
  await expect(evaluate(histories, 1, 1)).rejects.toThrow('empty')
})
