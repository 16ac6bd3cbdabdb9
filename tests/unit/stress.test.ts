import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { growthProblems, type Sample } from '../../bench/stress/growth.ts'
import { billingProblems, Ledger, mailProblems } from '../../bench/stress/ledger.ts'

/** The checks of `npm run stress`. */

describe('the ledger of a client', () => {
  function ledger() {
    const one = new Ledger()
    one.begin('saved walden', 'yes')
    one.acknowledge('saved walden', 'yes')
    return one
  }

  test('finds a lost write', () => {
    expect(ledger().compare(new Map([['saved walden', 'yes']]))).toEqual([])
    expect(ledger().compare(new Map())).toEqual(['lost: saved walden is "" instead of "yes"'])
  })

  test('accepts each write without a response, or the one before them', () => {
    for (const stored of ['yes', 'twice', 'thrice']) {
      const one = ledger()
      one.begin('saved walden', 'twice')
      one.begin('saved walden', 'thrice')
      expect(one.compare(new Map([['saved walden', stored]]))).toEqual([])
      // What is stored now must stay.
      expect(one.compare(new Map([['saved walden', 'other']]))).toHaveLength(1)
    }
  })

  test('knows what was removed', () => {
    const one = ledger()
    one.begin('saved walden', '')
    one.acknowledge('saved walden', '')
    expect(one.compare(new Map())).toEqual([])
    expect(one.compare(new Map([['saved walden', 'yes']]))).toHaveLength(1)
  })
})

describe('emails', () => {
  const ada = { email: 'ada@readr.test', isWelcome: true, isSubscriber: true }
  const welcome = { to: 'ada@readr.test', subject: '123456 is your code', id: 'a' }
  const trial = { to: 'ada@readr.test', subject: 'Your trial has started', id: 'b' }

  test.each([
    ['all', [welcome, trial], []],
    ['a lost one', [welcome], ['lost: 1 email to ada@readr.test']],
    [
      'one sent twice',
      [welcome, trial, { ...welcome, subject: '654321 is your code', id: 'c' }],
      ['twice: ada@readr.test: … is your code'],
    ],
    ['a copy after a kill', [welcome, trial, trial], []],
    [
      'more copies than kills',
      [welcome, trial, trial, welcome],
      ['2 copies of emails after 1 kills'],
    ],
  ])('%s', (_, emails, problems) => {
    expect(mailProblems(emails, [ada], 1).problems).toEqual(problems)
  })
})

test.each([
  [{}, []],
  [{ subscriptions: 2 }, ['ada has 2 subscriptions']],
  [{ customers: 2 }, ['ada has 2 customers at Stripe']],
  [{ subscriptions: 0, hasAccess: false }, ['lost: the subscription of ada']],
  [{ hasAccess: false }, ['ada has paid and has no access']],
  [{ isSubscriber: false, subscriptions: 0 }, ['ada has access without a subscription']],
])('billing with %j', (changes, problems) => {
  const found = { email: 'ada', isWelcome: true, isSubscriber: true, hasAccess: true }
  expect(billingProblems([{ ...found, customers: 1, subscriptions: 1, ...changes }])).toEqual(
    problems,
  )
})

describe('a soak', () => {
  const samples = (change: (n: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: 9 }, (_, n) => ({
      second: n,
      memoryMb: 200,
      delayMs: 20,
      writes: n * 100,
      queues: { emails: 3 },
      rows: { Session: n * 100 },
      ...change(n),
    }))

  test.each([
    ['constant load', () => ({}), []],
    ['memory', (n: number) => ({ memoryMb: 100 + n * 25 }), ['memory in MB: from 200 to 275']],
    ['much memory', () => ({ memoryMb: 450 }), ['memory: 450 MB, limit 446 MB']],
    ['the warm-up', (n: number) => ({ memoryMb: n < 3 ? 100 : 240 }), []],
    [
      'delay',
      (n: number) => ({ delayMs: n ** 3 * 20 }),
      ['event loop delay in ms: from 1280 to 6860'],
    ],
    [
      'a queue',
      (n: number) => ({ queues: { emails: n * 200 } }),
      ['queue of emails: from 800 to 1400'],
    ],
    [
      'rows that nobody wrote',
      (n: number) => ({ rows: { Session: n * 101 } }),
      ['table Session: 505 rows added by 500 writes'],
    ],
  ])('finds growth of %s', (_, change, problems) => {
    expect(growthProblems(samples(change))).toEqual(problems)
  })
})

test.each([
  [['nope'], 'error: too many arguments. Expected 0 arguments but got 1.'],
  [
    ['kill', '--engine', 'oracle'],
    "error: option '--engine <name>' argument 'oracle' is invalid. Allowed choices are sqlite, postgres.",
  ],
  [
    ['soak', '--minutes', '0'],
    "error: option '--minutes <n>' argument '0' is invalid. Use a whole number up to 1440.",
  ],
  [['soak', '--hours', '1'], "error: unknown option '--hours'"],
])('npm run stress -- %j is refused', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/stress.ts', ...args], {
    encoding: 'utf8',
  })
  expect({ status, stderr: stderr.split('\n', 1)[0] }).toEqual({ status: 1, stderr: message })
})
