import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { readRecords } from '../store/marked-books.server.ts'
import { dailyTakeaway, type DailyTakeaway, type TakeawayReader } from './daily-takeaway.server.ts'
import { thisMonth, type ThisMonth, type YearReader } from './my-year.server.ts'

/** Nobody reads more in a month. Takeaways come from these too. */
const MAX_READ_BOOKS = 500

/**
 * What the home page shows of a reader's day and month.
 * @param all what the reader has read, latest first
 */
export async function loadHomeDay(
  reader: TakeawayReader & YearReader,
  now = new Date(),
  all?: { bookId: number; readAt: Date }[],
): Promise<{ takeaway: DailyTakeaway | null; month: ThisMonth }> {
  const read =
    all?.slice(0, MAX_READ_BOOKS) ??
    (await readRecords(reader.id, await hiddenBooks(), MAX_READ_BOOKS))
  const [takeaway, month] = await Promise.all([
    dailyTakeaway(reader, read, now),
    thisMonth(reader, read, now),
  ])
  return { takeaway, month }
}
