import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import { startOfDay } from '../../rules/reader-clock.server.ts'
import { gradeNumber, scheduleAnswer } from '../../rules/review/schedule.ts'
import type { CardAnswerInput } from '../../schema/review.ts'
import { findCard, saveAnswer } from '../../store/review/cards.server.ts'
import type { ReviewReader } from './list-review.server.ts'
import { sourcesOfCards } from './sources.server.ts'

/**
 * Answers a card. One answer a day counts: others change nothing, and neither does an answer to a
 * state that another device has changed.
 * @returns when the card comes again, and whether this answer counts
 * @throws DomainError not-found when the reader has no such card, or may not read what it asks now
 */
export async function answerCard(
  reader: ReviewReader,
  id: number,
  { grade, reps }: CardAnswerInput,
  now = new Date(),
): Promise<{ due: Date; counts: boolean }> {
  const hidden = await hiddenBooks()
  const card = await findCard(reader, hidden, id)
  if (!card || !(await sourcesOfCards(reader, [card])).found.has(card.id)) {
    throw new DomainError('not-found', 'Card not found.')
  }
  const today = startOfDay(now, reader.timeZone ?? 'UTC')
  const isAnswered = card.reviewedAt !== null && card.reviewedAt >= today
  const isOld = reps !== undefined && reps !== card.reps
  if (isAnswered || isOld) return { due: card.due, counts: false }
  const after = scheduleAnswer(card, grade, now)
  if (await saveAnswer(reader.id, card, after, gradeNumber(grade), now)) {
    return { due: after.due, counts: true }
  }
  return { due: (await findCard(reader, hidden, id))?.due ?? card.due, counts: false }
}
