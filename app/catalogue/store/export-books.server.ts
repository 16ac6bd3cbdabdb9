import { db } from '../../platform/database.server.ts'
import { pauseAfterStep } from '../../platform/database-work.server.ts'
import { TOPICS_IN_ORDER } from './books.server.ts'

/** With their covers, some megabytes. */
const BATCH_SIZE = 50

export async function* everyBook(coverWidth: number) {
  for (let after = 0; ;) {
    const startedAt = performance.now()
    const books = await db().book.findMany({
      where: { id: { gt: after } },
      include: { text: true, topics: TOPICS_IN_ORDER, covers: { where: { width: coverWidth } } },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
    })
    await pauseAfterStep(startedAt)
    yield* books
    if (books.length < BATCH_SIZE) return
    after = books.at(-1)!.id
  }
}
