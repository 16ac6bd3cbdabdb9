import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ConcurrencyLimit,
  type ConcurrencyLimits,
  ConnectionsFirst,
  type QueuedRequest,
} from '#app/middleware/concurrency-limit.ts'

const LIMITS: ConcurrencyLimits = {
  maxRunning: 4,
  refuseAbove: 6,
  reserve: 2,
  maxInFlight: 10,
  maxWaitMs: 400,
  maxRefusedTogether: 4,
}

/** A concurrency limit that records which requests were started and refused. */
function start(limits = LIMITS) {
  const concurrency = new ConcurrencyLimit(limits)
  const started: string[] = []
  const refused: { client: string; wasRunning: boolean }[] = []
  const enter = (client: string, now = 0): QueuedRequest =>
    concurrency.enter(client, now, {
      start: () => started.push(client),
      refuse: (wasRunning) => refused.push({ client, wasRunning }),
    })
  const enterMany = (client: string, count: number, now = 0) =>
    Array.from({ length: count }, () => enter(client, now))
  const startAll = (now = 0) => {
    while (concurrency.startNext(now)) continue
  }
  return { concurrency, started, refused, enter, enterMany, startAll }
}

describe('below the limit', () => {
  test('one client may use all capacity', () => {
    const { concurrency, refused, enterMany, startAll } = start()
    enterMany('office', 10)
    startAll()
    expect(concurrency).toMatchObject({ running: 4, waiting: 6 })
    expect(refused).toEqual([])
  })

  test('a finished request makes room for a waiting one', () => {
    const { concurrency, started, enterMany, startAll } = start()
    const requests = enterMany('office', 10)
    startAll()
    for (const request of requests) {
      concurrency.leave(request)
      startAll()
    }
    expect(started).toHaveLength(10)
    expect(concurrency.inFlight).toBe(0)
  })

  test('nobody is refused, however long requests wait', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ client: fc.nat(3), leaves: fc.boolean(), ms: fc.nat(5000) })),
        (steps) => {
          const { concurrency, refused, enter } = start()
          const open: QueuedRequest[] = []
          let now = 0
          for (const { client, leaves, ms } of steps) {
            now += ms
            if (open.length === LIMITS.refuseAbove || (leaves && open.length > 0)) {
              concurrency.leave(open.shift()!)
            } else open.push(enter(`client ${client}`, now))
            concurrency.startNext(now)
          }
          expect(refused).toEqual([])
        },
      ),
    )
  })
})

describe('above the limit', () => {
  test('the client with the most in flight is refused first', () => {
    const { refused, enter, enterMany } = start()
    enterMany('flood', 9)
    enter('polite')
    enter('polite')
    expect(refused).toEqual([{ client: 'flood', wasRunning: false }])
  })

  test('a new request is refused if its own client has the most in flight', () => {
    const { refused, enterMany, enter } = start()
    enterMany('first', 5)
    enterMany('second', 5)
    enter('second')
    expect(refused).toEqual([{ client: 'second', wasRunning: false }])
  })

  test('a running request is aborted only if its client has none waiting', () => {
    const { refused, enterMany, enter, startAll } = start({ ...LIMITS, maxRunning: 10 })
    enterMany('stuck', 10)
    startAll()
    enter('polite')
    expect(refused).toEqual([{ client: 'stuck', wasRunning: true }])
  })

  test('the limit is never exceeded, and only a client with the most in flight loses one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 60 }), (clients) => {
        const { concurrency, refused, enter } = start()
        const inFlight = new Map<string, number>()
        const count = (client: string, by: number) =>
          inFlight.set(client, (inFlight.get(client) ?? 0) + by)
        for (const number of clients) {
          const client = `client ${number}`
          count(client, 1)
          const most = Math.max(...inFlight.values())
          const before = refused.length
          enter(client)
          for (const one of refused.slice(before)) {
            expect(inFlight.get(one.client)).toBe(most)
            count(one.client, -1)
          }
          expect(concurrency.inFlight).toBeLessThanOrEqual(LIMITS.maxInFlight)
        }
      }),
    )
  })
})

describe('a waiting request', () => {
  test('waits for as long as it takes in a burst below the limit', () => {
    const { concurrency, refused, enterMany } = start()
    enterMany('burst', LIMITS.refuseAbove)
    concurrency.startNext(60_000)
    expect(refused).toEqual([])
  })

  test('waits for a limited time after there were too many, until the queue is empty', () => {
    const { concurrency, refused, enterMany, startAll } = start()
    const first = enterMany('flood', LIMITS.refuseAbove + 1)
    startAll()
    for (const request of first.slice(0, 2)) concurrency.leave(request)
    concurrency.startNext(401)
    expect(refused).toHaveLength(1)
    for (const request of first) concurrency.leave(request)
    startAll(401)
    enterMany('burst', LIMITS.refuseAbove, 401)
    concurrency.startNext(60_000)
    expect(refused).toHaveLength(1)
  })

  test('is refused after the limit, a few in a row, until the rest can be served', () => {
    const { concurrency, refused, enterMany } = start({ ...LIMITS, maxRunning: 1 })
    enterMany('flood', 10)
    concurrency.startNext(401)
    expect(refused).toHaveLength(LIMITS.maxRefusedTogether)
    concurrency.startNext(401)
    expect(refused).toHaveLength(2 * LIMITS.maxRefusedTogether)
    concurrency.startNext(401)
    expect(refused).toHaveLength(10 - 1)
    expect(concurrency.inFlight).toBe(1)
  })

  test('is not refused early', () => {
    const { concurrency, refused, enterMany } = start()
    enterMany('flood', 10)
    concurrency.startNext(400)
    expect(refused).toEqual([])
  })

  test('goes first if its client has fewer running, however many others sent before', () => {
    const { started, enterMany, enter, startAll } = start()
    enterMany('flood', 8)
    enter('polite')
    startAll()
    expect(started.slice(0, 2)).toContain('polite')
  })

  test('uses the reserve if others hold all slots and nothing of its client runs', () => {
    const { started, enterMany, enter, startAll } = start()
    enterMany('stuck', 6)
    startAll()
    enter('polite')
    enter('polite')
    startAll()
    expect(started.filter((client) => client === 'polite')).toHaveLength(1)
  })

  test('of a polite client is served while another client floods', () => {
    // In each round the flood sends five requests and one is served; the polite client sends one in every fifth.
    const { concurrency, started, refused, enter, enterMany } = start({
      ...LIMITS,
      maxInFlight: 50,
    })
    const running: QueuedRequest[] = []
    let asked = 0
    for (let turn = 0; turn < 500; turn++) {
      const now = turn * 10
      const requests = enterMany('flood', 5, now)
      if (turn % 5 === 0) {
        requests.push(enter('polite', now))
        asked++
      }
      running.push(...requests)
      concurrency.startNext(now)
      const done = running.findIndex(({ state }) => state === 'running')
      if (done >= 0) concurrency.leave(running.splice(done, 1)[0]!)
    }
    expect(refused.some(({ client }) => client === 'polite')).toBe(false)
    expect(refused.length).toBeGreaterThan(1000)
    expect(started.filter((client) => client === 'polite').length).toBeGreaterThanOrEqual(asked - 1)
  })
})

test('leaving twice counts once', () => {
  const { concurrency, enter } = start()
  const request = enter('a')
  concurrency.leave(request)
  concurrency.leave(request)
  expect(concurrency.inFlight).toBe(0)
  expect(concurrency.startNext(0)).toBe(false)
})

describe('connections are accepted first', () => {
  /** Which turns of the event loop may start a request, one millisecond each. */
  const turns = (count: number, isAccepting: (turn: number) => boolean) => {
    const connectionsFirst = new ConnectionsFirst(10)
    return Array.from({ length: count }, (_, turn) =>
      connectionsFirst.mayServe(turn, isAccepting(turn)),
    )
  }

  test('without new connections, every turn may start a request', () => {
    expect(turns(50, () => false)).not.toContain(false)
  })

  test('a burst is accepted before requests are served', () => {
    expect(turns(10, (turn) => turn < 8)).toEqual([...Array(8).fill(false), true, true])
  })

  test('clients that never stop connecting leave half of the time to requests', () => {
    const served = turns(1000, () => true).filter(Boolean).length
    expect(served).toBeGreaterThanOrEqual(490)
    expect(served).toBeLessThan(520)
  })

  test('connections with gaps never put requests off for longer than the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 30, maxLength: 300 }), (isAccepting) => {
        const served = turns(isAccepting.length, (turn) => isAccepting[turn]!)
        const longest = Math.max(
          ...served
            .map((may) => (may ? ' ' : 'x'))
            .join('')
            .split(' ')
            .map(({ length }) => length),
        )
        expect(longest).toBeLessThanOrEqual(10)
      }),
    )
  })
})
