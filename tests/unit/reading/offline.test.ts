import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_OFFLINE_COPY_MS,
  fullAccessTtlMs,
  readableExtent,
  withoutPlan,
} from '#app/catalogue/rules/access.ts'
import {
  copyKinds,
  copyToShow,
  storageFailureOf,
  type OfflineBook,
  type ListedBook,
  copyVersion,
  formatSize,
  planSync,
} from '#app/reading/rules/offline.ts'
import {
  shouldRetry,
  requestForLater,
  currentMarks,
  inSendingOrder,
  highlightRequestIn,
  pendingMark,
  pendingPosition,
  subjectOf,
  withEarlier,
  currentHighlights,
  pendingHighlight,
  type PendingChange,
} from '#app/reading/rules/pending-changes.ts'
import { type HighlightRequest, withChanges } from '#app/reading/rules/highlights/changes.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const BUILD = 'b1'

const listed = (slug: string, more: Partial<ListedBook> = {}): ListedBook => ({
  slug,
  title: slug,
  author: 'Anon',
  minutes: 15,
  cover: `/covers/${slug}.svg`,
  revision: 'r1',
  read: false,
  share: 0,
  kinds: ['now', 'always'],
  ...more,
})
const stored = (slug: string, more: Partial<OfflineBook> = {}): OfflineBook => ({
  ...listed(slug),
  order: 0,
  status: 'saved',
  copies: ['now', 'always'],
  madeOf: copyVersion(listed(slug), BUILD),
  assets: ['/assets/a.css'],
  bytes: 1000,
  ...more,
})

describe('how long a device may show the whole text', () => {
  const reader = (subscribedUntil: Date | null, role = 'reader') => ({ role, subscribedUntil })
  test('is until the subscription ends, at most thirty days', () => {
    const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)
    expect(fullAccessTtlMs(reader(inDays(3)), NOW)).toBe(3 * DAY)
    expect(fullAccessTtlMs(reader(inDays(300)), NOW)).toBe(MAX_OFFLINE_COPY_MS)
    expect(fullAccessTtlMs(reader(inDays(0)), NOW)).toBe(0)
    expect(fullAccessTtlMs(reader(inDays(-1)), NOW)).toBe(0)
    expect(fullAccessTtlMs(reader(null), NOW)).toBe(0)
    expect(fullAccessTtlMs(reader(null, 'admin'), NOW)).toBe(MAX_OFFLINE_COPY_MS)
  })
})

describe('the copies of a book', () => {
  const kindsFor = (access: 'free' | 'full', locked: boolean, freeBookId: number | null) => {
    const book = { id: 1, locked }
    return copyKinds(
      readableExtent(access, book, freeBookId),
      readableExtent(withoutPlan(access), book, freeBookId),
    )
  }
  test('depend on what is readable with and without the plan', () => {
    expect(kindsFor('full', false, null)).toEqual(['now', 'always'])
    expect(kindsFor('full', true, null)).toEqual(['now'])
    expect(kindsFor('full', false, 1)).toEqual(['always'])
    expect(kindsFor('free', false, null)).toEqual(['always'])
    expect(kindsFor('free', true, null)).toEqual([])
  })
})

describe('what is shown offline', () => {
  const settings = { heardAt: 1000, until: 2000 }
  test('is the whole text while the plan is known to be valid, then the free part', () => {
    expect(copyToShow(stored('a'), settings, 1000)).toBe('now')
    expect(copyToShow(stored('a'), settings, 1999)).toBe('now')
    expect(copyToShow(stored('a'), settings, 2000)).toBe('always')
    expect(copyToShow(stored('a', { copies: ['now'] }), settings, 2000)).toBeNull()
    expect(copyToShow(stored('a', { copies: [] }), settings, 1500)).toBeNull()
  })
  test('does not change when the clock is set back', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (heardAt, until, now) => {
        const shown = copyToShow(stored('a'), { heardAt, until }, now)
        expect(shown === 'now').toBe(heardAt <= now && now < until)
      }),
    )
  })
})

describe('a sync', () => {
  const sync = (
    list: ListedBook[],
    stored: OfflineBook[],
    settings: { leftOut: string[] } = { leftOut: [] },
  ) => planSync(list, stored, settings, BUILD)

  test('does nothing when everything is up to date', () => {
    const { books, fetch, remove } = sync([listed('a')], [stored('a')])
    expect({ fetch, remove }).toEqual({ fetch: [], remove: [] })
    expect(books).toMatchObject([{ slug: 'a', status: 'saved', bytes: 1000, order: 0 }])
  })
  test('leaves the position of this device', () => {
    const position = { section: 'idea-3', paragraph: '1', offset: '0.5', share: '0.4' }
    expect(sync([listed('a')], [stored('a', { position })]).books[0]).toMatchObject({ position })
  })
  test('fetches copies that are new, changed, or made by an older build', () => {
    const list = ['new', 'changed', 'older'].map((slug) => listed(slug))
    const old = [stored('changed', { madeOf: `r0 ${BUILD}` }), stored('older', { madeOf: 'r1 b0' })]
    const { books, fetch, remove } = sync(list, old)
    expect(fetch).toEqual(['new', 'changed', 'older'])
    // The old copies stay readable until the new ones are stored.
    expect(books[1]).toMatchObject({ status: 'waiting', copies: ['now', 'always'] })
    expect(remove).toEqual([])
  })
  test('removes whole texts when the plan has ended, and books that are not in My List', () => {
    const free = listed('a', { kinds: ['always'] })
    const locked = listed('locked', { kinds: [] })
    const { books, fetch, remove } = sync(
      [free, locked],
      [stored('a'), stored('locked', { copies: ['now'] }), stored('gone')],
    )
    expect(fetch).toEqual([])
    expect(remove).toEqual([
      { slug: 'a', kinds: ['now'] },
      { slug: 'locked', kinds: ['now'] },
      { slug: 'gone', kinds: ['now', 'always'] },
    ])
    expect(books.map(({ status }) => status)).toEqual(['saved', 'locked'])
  })
  test('fetches the whole text when there is a new plan', () => {
    expect(sync([listed('a')], [stored('a', { copies: ['always'] })]).fetch).toEqual(['a'])
  })
  test('removes books that the reader does not want on the device', () => {
    const { books, fetch, remove } = sync([listed('a')], [stored('a')], { leftOut: ['a'] })
    expect(books[0]).toMatchObject({ status: 'left out', copies: [], bytes: 0 })
    expect(fetch).toEqual([])
    expect(remove).toEqual([{ slug: 'a', kinds: ['now', 'always'] }])
  })
})

describe('a change made offline', () => {
  const at = NOW.getTime()
  test('is sent later with its time, the current time, and the reader', () => {
    const mark = pendingMark('a', 'read', true, at)
    expect(mark).toEqual({
      key: 'read a',
      slug: 'a',
      kind: 'marks',
      fields: { mark: 'read', on: 'true' },
      at,
    })
    const sent = (change: PendingChange) => {
      const { body, ...rest } = requestForLater(change, '0a', at + DAY)
      return { ...rest, fields: Object.fromEntries(body as URLSearchParams) }
    }
    expect(sent(mark)).toEqual({
      method: 'POST',
      path: '/summaries/a/marks',
      fields: {
        mark: 'read',
        on: 'true',
        markedAt: '2026-11-21T12:00:00.000Z',
        sentAt: '2026-11-22T12:00:00.000Z',
        reader: '0a',
      },
    })
    const placedAt = new Date(at - 5000).toISOString()
    // One that is sent right away is made now.
    const { body } = requestForLater(mark, '0a', at + 1999)
    const { markedAt, sentAt } = Object.fromEntries(body as URLSearchParams)
    expect(markedAt).toBe(sentAt)
    const form = { section: 'hook', share: '0.5', placedAt, sentAt: NOW.toISOString() }
    const position = pendingPosition('a', { ...form, back: '/x' }, at)
    expect(sent(position).fields).toMatchObject({
      section: 'hook',
      placedAt,
      sentAt: '2026-11-22T12:00:00.000Z',
    })
  })
  test('shows on the offline copy', () => {
    const waiting = [pendingMark('a', 'saved', false, at), pendingMark('a', 'read', true, at)]
    expect(currentMarks({ read: false }, waiting)).toEqual({ saved: false, read: true })
    expect(currentMarks({ read: true }, [])).toEqual({ saved: true, read: true })
  })
  test('of a highlight is sent later, and a later one of the same field replaces it', () => {
    const body = { bookId: '0b', position: { start: 3, end: 9 }, color: 'green' }
    const made = pendingHighlight('a', { method: 'POST', id: 'n', body }, at)
    const blue = pendingHighlight('a', { method: 'PUT', id: 'n', body: { color: 'blue' } }, at + 1)
    const pink = pendingHighlight('a', { method: 'PUT', id: 'n', body: { color: 'pink' } }, at + 2)
    const text = pendingHighlight('a', { method: 'PUT', id: 'n', body: { text: '#why' } }, at + 3)
    const gone = pendingHighlight('a', { method: 'DELETE', id: 'n', body: {} }, at + 4)
    const back = pendingHighlight(
      'a',
      { method: 'PUT', id: 'n', body: { isDeleted: false } },
      at + 5,
    )
    expect(pink.key).toBe(blue.key)
    expect(back.key).toBe(gone.key)
    expect(new Set([made, pink, text, gone].map(({ key }) => key)).size).toBe(4)

    const sent = requestForLater(made, '0a', at + DAY)
    expect(sent).toMatchObject({ method: 'POST', path: '/api/notes' })
    expect(JSON.parse(sent.body as string)).toEqual({
      id: 'n',
      ...body,
      changedAt: '2026-11-21T12:00:00.000Z',
      sentAt: '2026-11-22T12:00:00.000Z',
      reader: '0a',
    })
    expect(requestForLater(text, '0a', at + DAY).path).toBe('/api/notes/n')
    const { path, ...rest } = requestForLater(gone, '0a', at + DAY)
    expect(rest).toEqual({ method: 'DELETE' })
    expect(Object.fromEntries(new URL(path, 'http://a').searchParams)).toEqual({
      changedAt: '2026-11-21T12:00:00.004Z',
      sentAt: '2026-11-22T12:00:00.000Z',
      reader: '0a',
    })
  })
  test('of a highlight shows on the offline copy', () => {
    const note = { id: 'n', color: 'yellow', text: '', start: 3, end: 9, isOutdated: false }
    const notes = { n: { color: 'blue' } }
    const text = pendingHighlight('a', { method: 'PUT', id: 'n', body: { text: 'Why?' } }, at + 1)
    const made = pendingHighlight(
      'a',
      { method: 'POST', id: 'm', body: { position: { start: 1, end: 2 }, color: 'pink' } },
      at,
    )
    const since = currentHighlights({ notes }, [text, made])
    expect(withChanges([note], since)).toEqual([
      { ...note, id: 'm', start: 1, end: 2, color: 'pink' },
      { ...note, color: 'blue', text: 'Why?' },
    ])
    const gone = pendingHighlight('a', { method: 'DELETE', id: 'n', body: {} }, at + 2)
    expect(withChanges([note], currentHighlights({ notes }, [text, gone]))).toEqual([])
    const back = pendingHighlight(
      'a',
      { method: 'PUT', id: 'n', body: { isDeleted: false } },
      at + 3,
    )
    expect(withChanges([note], currentHighlights({}, [gone, back]))).toEqual([note])
    // A mark changes no highlight.
    expect(currentHighlights({}, [pendingMark('a', 'read', true, at)])).toEqual({})
  })
  test('of a highlight joins an earlier one, so that the last version is sent', () => {
    const waiting: PendingChange[] = []
    let now = at
    const add = (method: HighlightRequest['method'], body: HighlightRequest['body'], id = 'n') => {
      const change = withEarlier(waiting, pendingHighlight('a', { method, id, body }, (now += 1)))
      const before = waiting.findIndex(({ key }) => key === change.key)
      waiting.splice(before < 0 ? waiting.length : before, 1, change)
    }
    const requests = () =>
      inSendingOrder(waiting).map((one) => {
        const { method, id, body } = highlightRequestIn(one)!
        return { method, id, ...body }
      })
    // A highlight that is not made yet is made in the last color, with the last note.
    add('POST', { color: 'green', text: 'one' })
    add('POST', { color: 'blue', text: '' }, 'm')
    add('PUT', { color: 'pink' })
    add('PUT', { text: 'two', textBefore: ['00000001'] })
    add('PUT', { text: 'three', textBefore: ['00000002'] })
    expect(requests()).toEqual([
      { method: 'POST', id: 'm', color: 'blue', text: '' },
      {
        ...{ method: 'POST', id: 'n', color: 'pink', text: 'three' },
        textBefore: ['00000001', '00000002'],
      },
    ])
    expect(waiting.map(subjectOf)).toEqual(['n', 'm'])
    // It is deleted after it is made.
    add('DELETE', {})
    expect(requests().at(-1)).toEqual({ method: 'DELETE', id: 'n' })
    add('PUT', { isDeleted: false })
    expect(requests().at(-1)).toEqual({ method: 'PUT', id: 'n', isDeleted: false })

    // One that is made has its last color, and a note names each version that may be stored.
    waiting.length = 0
    for (const [n, color] of ['blue', 'green'].entries()) {
      add('PUT', { color })
      add('PUT', { text: color, textBefore: [`0000000${n}`] })
    }
    expect(requests()).toEqual([
      { method: 'PUT', id: 'n', color: 'green' },
      { method: 'PUT', id: 'n', text: 'green', textBefore: ['00000000', '00000001'] },
    ])
    for (let n = 2; n < 9; n++) add('PUT', { text: `${n}`, textBefore: [`0000000${n}`] })
    expect(requests()[1]).toMatchObject({
      text: '8',
      textBefore: ['00000004', '00000005', '00000006', '00000007', '00000008'],
    })
    // Marks have nothing to join.
    const mark = pendingMark('a', 'read', false, at + 9)
    expect(withEarlier([pendingMark('a', 'read', true, at)], mark)).toBe(mark)
    expect(subjectOf(mark)).toBe('read a')
  })
  test('is sent again only if that may help', () => {
    expect([200, 204, 303, 400, 404, 409].map(shouldRetry)).not.toContain(true)
    expect([429, 500, 503].map(shouldRetry)).not.toContain(false)
  })
})

test('a full device is not a lost connection', () => {
  expect(storageFailureOf(new DOMException('full', 'QuotaExceededError'))).toBe('no room')
  expect(storageFailureOf(new TypeError('Failed to fetch'))).toBe('failed')
})

test('sizes are rounded to kB or MB', () => {
  expect([0, 900, 53_400, 1_240_000].map(formatSize)).toEqual(['1 kB', '1 kB', '53 kB', '1.2 MB'])
})
