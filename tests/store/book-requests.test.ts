import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { setWithdrawn } from '#app/catalogue/service/edit-book.server.ts'
import {
  editBookRequest,
  stateOf,
  mergeBookRequestInto,
  bookRequestDetails,
} from '#app/admin/service/book-requests.server.ts'
import { changeBy } from '#app/admin/service/edit-books.server.ts'
import { db } from '#app/platform/database.server.ts'
import { VOTABLE_STATUSES } from '#app/reading/rules/book-requests/status.ts'
import { askForBook } from '#app/reading/service/book-requests/ask-for-book.server.ts'
import { similarTo } from '#app/reading/service/book-requests/find-similar-requests.server.ts'
import {
  listBookRequests,
  unpublishedBookRequests,
} from '#app/reading/service/book-requests/list-book-requests.server.ts'
import { notifySomeVoters } from '#app/reading/service/book-requests/notify-voters.server.ts'
import { vote } from '#app/reading/service/book-requests/vote.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { emailsTo, newReader, outcome, outcomes } from './readers.ts'

const DUNE = { title: 'Dune', author: 'Frank Herbert', reason: 'It has\nworms.' }
const wanted = { statuses: VOTABLE_STATUSES, search: '', page: 1 }

const newVoter = (changes = {}) => newReader({ emailVerified: true, ...changes })

beforeEach(async () => {
  await db().attemptCount.deleteMany()
  await db().outboxEmail.deleteMany()
  await db().bookRequest.deleteMany()
  await emptyCatalogue()
})

/** Requests whose stored number of votes is wrong. */
async function miscounted() {
  const requests = await db().bookRequest.findMany({ select: { voteCount: true, votes: true } })
  return requests.filter(({ voteCount, votes }) => voteCount !== votes.length)
}

/** Publishes a request as an administrator does. */
async function edit(id: number, changes: object = {}) {
  const admin = await newReader({ role: 'admin' })
  const { request } = await bookRequestDetails(id)
  const { title, author, reason } = request
  const since = stateOf(request)
  await editBookRequest(admin.id, id, { title, author, reason, status: 'open', since, ...changes })
  return admin
}

/** A published request with the votes of its reader and of others. */
async function published(changes = {}, others = 0) {
  const asker = await newVoter()
  const { id } = await askForBook(asker, { ...DUNE, ...changes })
  await edit(id)
  const voters = await Promise.all(Array.from({ length: others }, () => newVoter()))
  for (const voter of voters) await vote(voter, id, true)
  return { id, asker, voters }
}

describe('a request', () => {
  test('is seen by its reader only, until an editor has read it', async () => {
    const [asker, other] = [await newVoter(), await newVoter()]
    const { id } = await askForBook(asker, DUNE)
    expect((await listBookRequests(asker.id, wanted)).requests).toEqual([])
    expect(await unpublishedBookRequests(asker.id)).toMatchObject([
      { ...DUNE, votes: 1, isOwn: true },
    ])
    expect(await unpublishedBookRequests(other.id)).toEqual([])
    expect(await outcome(vote(other, id, true))).toBe('not-found: There is no such request.')
    const admin = await edit(id)
    expect((await listBookRequests(null, wanted)).requests).toMatchObject([
      { ...DUNE, votes: 1, hasVoted: false, isOwn: false },
    ])
    expect(await db().auditEntry.findFirst({ where: { actorId: admin.id } })).toMatchObject({
      action: 'request.edit',
      subjectId: id,
      detail: 'pending to open',
    })
    await edit(id, { status: 'hidden', answer: 'Please ask politely.' })
    expect((await listBookRequests(other.id, wanted)).total).toBe(0)
    expect(await unpublishedBookRequests(asker.id)).toMatchObject([
      { answer: 'Please ask politely.' },
    ])
  })

  test('is changed by one of two administrators who opened it together', async () => {
    const asker = await newVoter()
    const { id } = await askForBook(asker, DUNE)
    const since = stateOf((await bookRequestDetails(id)).request)
    const results = await outcomes([
      edit(id, { since, status: 'planned' }),
      edit(id, { since, status: 'hidden' }),
    ])
    expect(results['done']).toBe(1)
    expect(await outcome(edit(id, { since, status: 'hidden' }))).toMatch(
      /^conflict: Someone changed this request/,
    )
  })

  test('is one, even if the form is sent twice at the same time', async () => {
    const asker = await newVoter()
    const again = { title: ' DUNE ', author: 'frank herbert' }
    await Promise.all([askForBook(asker, DUNE), askForBook(asker, DUNE), askForBook(asker, again)])
    expect(await unpublishedBookRequests(asker.id)).toHaveLength(1)
    expect(await db().requestVote.count()).toBe(1)
  })

  test('needs a confirmed address, and there are only a few an hour', async () => {
    const stranger = await newReader()
    expect(await outcome(askForBook(stranger, DUNE))).toMatch(/^forbidden: Please confirm/)
    const asker = await newVoter()
    const attempts = Array.from({ length: 7 }, (_, i) =>
      askForBook(asker, { ...DUNE, title: `Dune ${i}` }),
    )
    expect((await outcomes(attempts))['done']).toBe(5)
  })

  test('is found by the beginnings of words, and by pages', async () => {
    for (let i = 1; i <= 21; i++) await published({ title: `Dune, part ${i}` })
    const page = (search: string, number = 1) =>
      listBookRequests(null, { ...wanted, search, page: number })
    expect(await page('herb dun')).toMatchObject({ total: 21, hasMore: true })
    expect((await page('herb', 2)).requests).toHaveLength(1)
    expect(await page('%')).toMatchObject({ total: 0, requests: [] })
    expect(await page('une')).toMatchObject({ total: 0 })
    expect(await page('part 21')).toMatchObject({ total: 1 })
  })

  test('stays without its reader, whose votes vanish', async () => {
    const { id, asker, voters } = await published({}, 1)
    await deleteAccount(asker.id)
    const { request, email } = await bookRequestDetails(id)
    expect(request).toMatchObject({ userId: null, votes: 1, title: 'Dune' })
    expect(email).toBeNull()
    await deleteAccount(voters[0]!.id)
    expect((await bookRequestDetails(id)).request.votes).toBe(0)
  })
})

describe('a vote', () => {
  test('counts once, and can be taken back', async () => {
    const { id } = await published()
    const voter = await newVoter()
    await Promise.all([vote(voter, id, true), vote(voter, id, true), vote(voter, id, true)])
    expect((await listBookRequests(voter.id, wanted)).requests).toMatchObject([
      { votes: 2, hasVoted: true },
    ])
    expect(await vote(voter, id, false)).toBe(1)
    expect(await vote(voter, id, false)).toBe(1)
  })

  test('counts right while others vote and delete their accounts', async () => {
    const one = await published({}, 4)
    const other = await published({ title: 'Emma' })
    for (const voter of one.voters) await vote(voter, other.id, true)
    const last = await newVoter()
    await Promise.all([
      ...one.voters.slice(1).map(({ id }) => deleteAccount(id)),
      vote(one.voters[0]!, other.id, false),
      vote(last, one.id, true),
      vote(last, other.id, true),
    ])
    const { requests } = await listBookRequests(last.id, wanted)
    expect(requests.map(({ title, votes }) => [title, votes])).toEqual([
      ['Dune', 3],
      ['Emma', 2],
    ])
    expect(await miscounted()).toEqual([])
  })

  test('is for requests that are not done', async () => {
    const { id } = await published()
    await edit(id, { status: 'declined' })
    expect(await outcome(vote(await newVoter(), id, true))).toBe(
      'conflict: This request no longer takes votes.',
    )
  })

  test('puts a request above those with fewer', async () => {
    await published({ title: 'Emma' }, 1)
    await published({ title: 'Walden' }, 2)
    await published({ title: 'Ulysses' })
    const { requests } = await listBookRequests(null, wanted)
    expect(requests.map(({ title }) => title)).toEqual(['Walden', 'Emma', 'Ulysses'])
  })
})

describe('merging', () => {
  test('unites the votes, of which each reader has one', async () => {
    const [one, other] = [await published({}, 2), await published({ title: 'Dune 1' }, 1)]
    await vote(one.asker, other.id, true)
    const admin = await newReader({ role: 'admin' })
    await mergeBookRequestInto(admin.id, one.id, other.id)
    expect((await bookRequestDetails(other.id)).request.votes).toBe(5)
    expect(await miscounted()).toEqual([])
    expect((await bookRequestDetails(one.id)).mergedInto).toMatchObject({ id: other.id })
    expect((await listBookRequests(null, wanted)).total).toBe(1)
    expect(await outcome(vote(await newVoter(), one.id, true))).toMatch(/^not-found/)
    expect(await outcome(mergeBookRequestInto(admin.id, one.id, other.id))).toMatch(/^conflict/)
    expect(await outcome(mergeBookRequestInto(admin.id, other.id, other.id))).toMatch(
      /^invalid-input/,
    )
  })

  test('in both directions at the same time keeps one of them and all votes', async () => {
    const [one, other] = [await published({}, 1), await published({ title: 'Dune 1' }, 1)]
    const admin = await newReader({ role: 'admin' })
    const voters = await Promise.all(Array.from({ length: 4 }, () => newVoter()))
    const [results, votes] = await Promise.all([
      outcomes([
        mergeBookRequestInto(admin.id, one.id, other.id),
        mergeBookRequestInto(admin.id, other.id, one.id),
      ]),
      outcomes(voters.map((voter) => vote(voter, one.id, true))),
    ])
    expect(results['done']).toBe(1)
    const { requests } = await listBookRequests(null, wanted)
    expect(requests).toHaveLength(1)
    // A vote for a request that is merged by then is refused, and not lost.
    expect(requests[0]!.votes).toBe(4 + (votes['done'] ?? 0))
  })
})

describe('when the book is here', () => {
  async function arrived() {
    const { id, asker, voters } = await published({}, 1)
    await importBooks({ dune: { title: 'Dune', author: 'Frank Herbert' } })
    await edit(id, { status: 'done', book: 'dune' })
    return { id, voters: [asker, voters[0]!] }
  }

  test('each voter gets one email, also from several processes', async () => {
    const { id, voters } = await arrived()
    await Promise.all([notifySomeVoters(), notifySomeVoters(), notifySomeVoters()])
    await edit(id, { status: 'open' })
    await edit(id, { status: 'done', book: 'dune' })
    await notifySomeVoters()
    for (const { email } of voters) {
      const emails = await emailsTo(email)
      expect(emails.map(({ subject }) => subject)).toEqual(['Dune is here'])
      expect(emails[0]!.text).toContain('/summaries/dune')
      expect(emails[0]!.kind).toBe('request')
      expect(emails[0]!.unsubscribeUrl).toMatch(/\/request\/stop\//)
    }
    expect(
      (await listBookRequests(null, { ...wanted, statuses: ['done'] })).requests,
    ).toMatchObject([{ book: { slug: 'dune' } }])
  })

  test('those who want no such email get none, nor those who are suspended', async () => {
    const { voters } = await arrived()
    const [quiet, suspended] = voters as [(typeof voters)[0], (typeof voters)[0]]
    await db().user.update({ where: { id: quiet.id }, data: { requestEmails: false } })
    await db().user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } })
    await notifySomeVoters()
    expect([...(await emailsTo(quiet.email)), ...(await emailsTo(suspended.email))]).toEqual([])
    expect(await notifySomeVoters()).toBe(false)
  })

  test('emails wait, and the link is gone, while the book is withdrawn', async () => {
    const { voters } = await arrived()
    const change = changeBy((await newReader({ role: 'admin' })).id, 'book.withdraw')
    await setWithdrawn('dune', true, change)
    await notifySomeVoters()
    expect(await emailsTo(voters[0]!.email)).toEqual([])
    const { requests } = await listBookRequests(null, { ...wanted, statuses: ['done'] })
    expect(requests).toMatchObject([{ book: null }])
    await setWithdrawn('dune', false, change)
    await notifySomeVoters()
    expect(await emailsTo(voters[0]!.email)).toHaveLength(1)
  })

  test('it must be named', async () => {
    const { id } = await published()
    const done = { status: 'done' }
    expect(await outcome(edit(id, done))).toMatch(/^invalid-input: Please enter/)
    expect(await outcome(edit(id, { ...done, book: 'nowhere' }))).toMatch(
      /^invalid-input: There is/,
    )
  })
})

test('possible duplicates are books and requests, also with typos and subtitles', async () => {
  await importBooks({ habit: { title: 'The Power of Habit', author: 'Charles Duhigg' } })
  await published({ title: 'Atomic Habits', author: 'James Clear' })
  const { id } = await askForBook(await newVoter(), { ...DUNE, title: 'Atomic Bombs' })
  expect(id).toBeGreaterThan(0)
  const labels = async (title: string) => (await similarTo(title)).map(({ label }) => label)
  const atomic = 'Atomic Habits, James Clear'
  expect(await labels('atomc habbits')).toEqual([atomic])
  expect(await labels('Atomic Habits: An Easy Way')).toEqual([atomic])
  expect(await labels('the power of habit')).toEqual(['The Power of Habit'])
  expect(await labels('Atomic Physics')).toEqual([])
  expect(await labels('%')).toEqual([])
})
