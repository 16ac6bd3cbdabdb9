import { describe, expect, test } from 'vitest'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { setWithdrawn } from '#app/catalogue/service/edit-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { answerCard } from '#app/reading/service/review/answer-card.server.ts'
import { countWaiting } from '#app/reading/service/review/count-waiting.server.ts'
import {
  listQuestions,
  listReview,
  type ReviewReader,
} from '#app/reading/service/review/list-review.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { HOUR, later, startAt } from './accounts.ts'
import { newReader, outcome } from './readers.ts'

startAt(new Date('2026-11-23T12:00:00Z'))

const DAY = 24 * HOUR
const about = (slug: string, idea: number) => ({
  question: `What is idea ${idea} of ${slug}?`,
  answer: `It is ${idea}.`,
  idea,
})
const text = (slug: string) =>
  [
    ...[1, 2, 3, 4, 5].map((n) => `${n}. Idea ${n} of ${slug}\n\nText.`),
    `Readr Takeaways\n\n- Name: It says ${slug}.\n\n- The second takeaway of ${slug} has no name but some words.`,
  ].join('\n\n')

/** Imports books with questions about their ideas 1 and 5, and marks them as read. */
async function readerOf(
  slugs: string[],
  access: ReviewReader['access'] = 'full',
  locked = false,
): Promise<ReviewReader> {
  await emptyCatalogue()
  await importBooks(
    Object.fromEntries(
      slugs.map((slug) => [
        slug,
        { title: slug, text: text(slug), locked, questions: [about(slug, 1), about(slug, 5)] },
      ]),
    ),
  )
  const { id } = await newReader()
  for (const slug of slugs) {
    await setMark('read', true, id, (await findBook(slug))!.id)
    later(1000)
  }
  return { id, access, freeBookId: null, timeZone: 'America/New_York' }
}

const waiting = (reader: ReviewReader) => countWaiting(reader)

const questionsOf = async (reader: ReviewReader) =>
  (await listReview(reader)).cards.map(({ question }) => question)

async function answerAll(reader: ReviewReader, grade: 'again' | 'good' = 'good'): Promise<number> {
  const { cards } = await listReview(reader)
  for (const { id, reps } of cards) await answerCard(reader, id, { grade, reps })
  return cards.length
}

describe('a daily review', () => {
  test('has five cards of the books that were read, and a clear end', async () => {
    const reader = await readerOf(['emma', 'walden'])
    expect(await waiting({ ...reader, id: (await newReader()).id })).toBe(0)
    expect(await waiting(reader)).toBe('first')
    const first = await questionsOf(reader)
    expect(first).toHaveLength(5)
    expect(first).toEqual(expect.arrayContaining(['Name', 'What is idea 1 of emma?']))
    // The same cards again, also when asked for twice at the same time.
    const [again, other] = await Promise.all([questionsOf(reader), questionsOf(reader)])
    expect([again, other]).toEqual([first, first])
    const [card, ...rest] = (await listReview(reader)).cards
    expect(await answerCard(reader, card!.id, { grade: 'good' })).toMatchObject({ counts: true })
    const left = await listReview(reader)
    expect(left).toMatchObject({ answered: 1, tomorrow: null })
    expect(left.cards.map(({ id }) => id)).toEqual(rest.map(({ id }) => id))
    expect(await waiting(reader)).toBe(4)
    expect(await answerAll(reader)).toBe(4)
    expect(await waiting(reader)).toBe(0)
    // Three cards are left of the eight.
    expect(await listReview(reader)).toEqual({ cards: [], answered: 5, tomorrow: 3 })
    expect(await db().reviewCard.count({ where: { userId: reader.id } })).toBe(8)
    expect(await waiting(reader)).toBe(0)
    later(DAY)
    expect(await waiting(reader)).toBe(3)
    expect(await answerAll(reader)).toBe(3)
    expect(await listReview(reader)).toEqual({ cards: [], answered: 3, tomorrow: 0 })
    later(DAY)
    expect(await listReview(reader)).toEqual({ cards: [], answered: 0, tomorrow: 5 })
    later(DAY)
    expect(await answerAll(reader)).toBe(5)
    expect(await db().reviewAnswer.count({ where: { userId: reader.id } })).toBe(13)
  })

  test('has as many cards as the home page says', async () => {
    const reader = await readerOf(['emma', 'walden'])
    const { id } = (await findBook('emma'))!
    // Two cards, one of which is answered: the review adds three.
    const { cards } = await listQuestions(reader, id)
    await answerCard(reader, cards[0]!.id, { grade: 'good' })
    expect(await waiting(reader)).toBe(4)
    expect(await questionsOf(reader)).toHaveLength(4)
    // An editor replaces the words of one.
    const [card] = (await listReview(reader)).cards.filter(({ kind }) => kind === 'takeaway')
    await importBooks({ [card!.book.slug]: { title: 'Other', text: text('other') } })
    const left = await waiting(reader)
    expect(await questionsOf(reader)).toHaveLength(Number(left))
  })

  test('ends at midnight by the reader’s clock', async () => {
    const reader = await readerOf(['emma'])
    expect(await answerAll(reader, 'again')).toBe(4)
    // 23:59 in New York, then 00:01.
    later(16 * HOUR + 59 * 60_000)
    expect((await listReview(reader)).cards).toEqual([])
    expect((await listReview({ ...reader, timeZone: null })).cards).toHaveLength(4)
    later(2 * 60_000)
    expect((await listReview(reader)).cards).toHaveLength(4)
  })

  test('counts one answer a day, of two devices too', async () => {
    const reader = await readerOf(['emma'])
    const [card] = (await listReview(reader)).cards
    const answers = await Promise.all(
      (['again', 'easy', 'good', 'hard'] as const).map((grade) =>
        answerCard(reader, card!.id, { grade, reps: 0 }),
      ),
    )
    expect(answers.filter(({ counts }) => counts)).toHaveLength(1)
    expect(await db().reviewAnswer.count({ where: { userId: reader.id } })).toBe(1)
    const counted = answers.find(({ counts }) => counts)!
    expect(await answerCard(reader, card!.id, { grade: 'again' })).toEqual({
      due: counted.due,
      counts: false,
    })
    // A tab that is still open from yesterday.
    later(30 * DAY)
    expect(await answerCard(reader, card!.id, { grade: 'again', reps: 0 })).toMatchObject({
      counts: false,
    })
    expect(await answerCard(reader, card!.id, { grade: 'again', reps: 1 })).toMatchObject({
      counts: true,
    })
  })

  test('has only what the reader may read at that moment', async () => {
    const reader = await readerOf(['emma'], 'free')
    const book = (await findBook('emma'))!
    const free = ['What is idea 1 of emma?']
    expect(await questionsOf(reader)).toEqual(free)
    const subscribed = { ...reader, access: 'full' as const }
    expect(await questionsOf(subscribed)).toHaveLength(4)
    expect(await questionsOf(reader)).toEqual(free)
    expect(await waiting(subscribed)).toBe(4)
    expect(await waiting(reader)).toBe(1)
    expect(await questionsOf({ ...reader, freeBookId: book.id })).toHaveLength(4)
    const cards = (await listReview(subscribed)).cards
    const paid = cards.find(({ question }) => question.includes('idea 5'))!
    const answer = (who: ReviewReader, id: number) =>
      outcome(answerCard(who, id, { grade: 'good' }))
    expect(await answer(reader, paid.id)).toBe('not-found: Card not found.')
    expect(await answer({ ...subscribed, id: (await newReader()).id }, paid.id)).toBe(
      'not-found: Card not found.',
    )
    expect(await answer(subscribed, 2_000_000_000)).toBe('not-found: Card not found.')
    await setWithdrawn('emma', true, {
      by: 1,
      correction: null,
      inTransaction: () => async () => {},
    })
    expect(await questionsOf(subscribed)).toEqual([])
    expect(await answer(subscribed, paid.id)).toBe('not-found: Card not found.')
    const locked = await readerOf(['walden'], 'free', true)
    expect(await questionsOf(locked)).toEqual([])
    expect(await questionsOf({ ...locked, access: 'full' })).toHaveLength(4)
    expect(await questionsOf(locked)).toEqual([])
  })

  test('forgets what an editor removed, and asks what an editor added', async () => {
    const reader = await readerOf(['emma'])
    expect(await questionsOf(reader)).toHaveLength(4)
    await importBooks({ emma: { title: 'emma', text: text('emma'), questions: [about('x', 2)] } })
    const now = await questionsOf(reader)
    expect(now.filter((one) => one.startsWith('What'))).toEqual(['What is idea 2 of x?'])
    expect(await db().reviewCard.count({ where: { userId: reader.id } })).toBe(3)
  })

  test('asks for highlights, which stay the reader’s without a plan', async () => {
    const reader = await readerOf(['emma'], 'free', true)
    const { id: bookId } = (await findBook('emma'))!
    const at = new Date()
    const times = { createdAt: at, changedAt: at, colorChangedAt: at, textChangedAt: at }
    const exact = 'These are the seven words that matter.'
    const highlight = (userId: number, id: string) =>
      db().note.create({
        data: {
          ...{ userId, id, bookId, color: 'yellow', text: 'Mine', start: 0, end: 9, exact },
          ...{ prefix: '', suffix: '', textHash: '', isOutdated: true, tags: '', words: '' },
          ...{ ...times, deletionChangedAt: at, savedAt: at },
        },
      })
    await highlight(reader.id, 'a')
    await highlight((await newReader()).id, 'a')
    await highlight(reader.id, 'b')
    const { cards } = await listReview(reader)
    expect(cards).toHaveLength(2)
    expect(cards[0]).toMatchObject({ kind: 'highlight', answer: exact, note: 'Mine' })
    expect(cards[0]!.question).toBe('These are the …')
    expect(await waiting(reader)).toBe(2)
    await db().note.updateMany({ where: { id: 'b' }, data: { deletedAt: at } })
    const [left, ...others] = (await listReview(reader)).cards
    expect([left!.fragment, others]).toEqual(['note-a', []])
    expect(await answerCard(reader, left!.id, { grade: 'good' })).toMatchObject({ counts: true })
  })

  test('stays small for a reader of many books', async () => {
    const slugs = Array.from({ length: 45 }, (_, i) => `book-${i}`)
    const reader = await readerOf(slugs)
    const titles = new Set((await listReview(reader)).cards.map(({ book }) => book.title))
    expect([...titles].toSorted()).toEqual(slugs.slice(-5).toSorted())
    expect(await db().reviewCard.count({ where: { userId: reader.id } })).toBe(5)
    for (let day = 0; day < 60; day++) {
      await answerAll(reader)
      later(DAY)
    }
    expect(await db().reviewCard.count({ where: { userId: reader.id } })).toBeLessThan(45 * 4)
  })
})

test('the questions about a book come right away, and then with the others', async () => {
  const reader = await readerOf(['emma', 'walden'])
  const { id } = (await findBook('emma'))!
  const { cards } = await listQuestions(reader, id)
  expect(cards.map(({ question }) => question)).toEqual([
    ...['What is idea 1 of emma?', 'What is idea 5 of emma?'],
  ])
  await answerCard(reader, cards[0]!.id, { grade: 'hard', reps: 0 })
  const left = await listQuestions(reader, id)
  expect(left).toMatchObject({ answered: 1, cards: [{ id: cards[1]!.id }] })
  expect(await listReview(reader)).toMatchObject({ answered: 1 })
  const free = await listQuestions({ ...reader, access: 'free' }, id)
  expect(free).toMatchObject({ answered: 1, cards: [] })
  expect(await listQuestions(reader, 2_000_000_000)).toMatchObject({ answered: 0, cards: [] })
})
