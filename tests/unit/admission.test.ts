import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Admission, type AdmissionLimits, type Ticket } from '#app/middleware/admission.ts'

const LIMITS: AdmissionLimits = {
  mostRunning: 4,
  mostUnrefused: 6,
  reserve: 2,
  mostInFlight: 10,
  mostWaitMs: 400,
}

/** Requests that come from clients, and what became of them. */
function start(limits = LIMITS) {
  const admission = new Admission(limits)
  const begun: string[] = []
  const refused: { client: string; hadBegun: boolean }[] = []
  const enter = (client: string, now = 0): Ticket =>
    admission.enter(client, now, {
      begin: () => begun.push(client),
      refuse: (hadBegun) => refused.push({ client, hadBegun }),
    })
  const enterMany = (client: string, count: number, now = 0) =>
    Array.from({ length: count }, () => enter(client, now))
  const beginAll = (now = 0) => {
    while (admission.beginNext(now)) continue
  }
  return { admission, begun, refused, enter, enterMany, beginAll }
}

describe('below the limit', () => {
  test('one client may have all that there is', () => {
    const { admission, refused, enterMany, beginAll } = start()
    enterMany('office', 10)
    beginAll()
    expect(admission).toMatchObject({ running: 4, waiting: 6 })
    expect(refused).toEqual([])
  })

  test('what runs makes room for what waits', () => {
    const { admission, begun, enterMany, beginAll } = start()
    const tickets = enterMany('office', 10)
    beginAll()
    for (const ticket of tickets) {
      admission.leave(ticket)
      beginAll()
    }
    expect(begun).toHaveLength(10)
    expect(admission.inFlight).toBe(0)
  })

  test('nobody is refused, whoever asks and however long it takes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ client: fc.nat(3), leaves: fc.boolean(), ms: fc.nat(5000) })),
        (steps) => {
          const { admission, refused, enter } = start()
          const open: Ticket[] = []
          let now = 0
          for (const { client, leaves, ms } of steps) {
            now += ms
            if (open.length === LIMITS.mostUnrefused || (leaves && open.length > 0)) {
              admission.leave(open.shift()!)
            } else open.push(enter(`client ${client}`, now))
            admission.beginNext(now)
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
    expect(refused).toEqual([{ client: 'flood', hadBegun: false }])
  })

  test('a client that is the biggest itself is refused, and not another as big', () => {
    const { refused, enterMany, enter } = start()
    enterMany('first', 5)
    enterMany('second', 5)
    enter('second')
    expect(refused).toEqual([{ client: 'second', hadBegun: false }])
  })

  test('what has begun is given up only where its client has nothing that waits', () => {
    const { refused, enterMany, enter, beginAll } = start({ ...LIMITS, mostRunning: 10 })
    enterMany('stuck', 10)
    beginAll()
    enter('polite')
    expect(refused).toEqual([{ client: 'stuck', hadBegun: true }])
  })

  test('there are never more in flight than the limit, and only a biggest client loses one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 60 }), (clients) => {
        const { admission, refused, enter } = start()
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
          expect(admission.inFlight).toBeLessThanOrEqual(LIMITS.mostInFlight)
        }
      }),
    )
  })
})

describe('waiting', () => {
  test('lasts as long as it takes for a burst that is not over the limit', () => {
    const { admission, refused, enterMany } = start()
    enterMany('burst', LIMITS.mostUnrefused)
    admission.beginNext(60_000)
    expect(refused).toEqual([])
  })

  test('is limited until nothing waits any more, once there were too many', () => {
    const { admission, refused, enterMany, beginAll } = start()
    const first = enterMany('flood', LIMITS.mostUnrefused + 1)
    beginAll()
    for (const ticket of first.slice(0, 2)) admission.leave(ticket)
    admission.beginNext(401)
    expect(refused).toHaveLength(1)
    for (const ticket of first) admission.leave(ticket)
    beginAll(401)
    enterMany('burst', LIMITS.mostUnrefused, 401)
    admission.beginNext(60_000)
    expect(refused).toHaveLength(1)
  })

  test('longer than the limit ends in a refusal, down to what can be served', () => {
    const { admission, refused, enterMany } = start()
    enterMany('flood', 10)
    admission.beginNext(401)
    expect(refused).toHaveLength(10 - LIMITS.mostRunning)
    expect(admission.inFlight).toBe(LIMITS.mostRunning)
  })

  test('does not end early', () => {
    const { admission, refused, enterMany } = start()
    enterMany('flood', 10)
    admission.beginNext(400)
    expect(refused).toEqual([])
  })

  test('is shorter for who has less running, however much another has sent before', () => {
    const { begun, enterMany, enter, beginAll } = start()
    enterMany('flood', 8)
    enter('polite')
    beginAll()
    expect(begun.slice(0, 2)).toContain('polite')
  })

  test('is not for a client of whom nothing runs, while others hold all that there is', () => {
    const { begun, enterMany, enter, beginAll } = start()
    enterMany('stuck', 6)
    beginAll()
    enter('polite')
    enter('polite')
    beginAll()
    expect(begun.filter((client) => client === 'polite')).toHaveLength(1)
  })

  test('a polite client is served while another one floods', () => {
    // Each turn the flood sends five, the process works off one, and the polite client asks in turn.
    const { admission, begun, refused, enter, enterMany } = start({ ...LIMITS, mostInFlight: 50 })
    const running: Ticket[] = []
    let asked = 0
    for (let turn = 0; turn < 500; turn++) {
      const now = turn * 10
      const tickets = enterMany('flood', 5, now)
      if (turn % 5 === 0) {
        tickets.push(enter('polite', now))
        asked++
      }
      running.push(...tickets)
      admission.beginNext(now)
      const done = running.findIndex(({ state }) => state === 'running')
      if (done >= 0) admission.leave(running.splice(done, 1)[0]!)
    }
    expect(refused.some(({ client }) => client === 'polite')).toBe(false)
    expect(refused.length).toBeGreaterThan(1000)
    expect(begun.filter((client) => client === 'polite').length).toBeGreaterThanOrEqual(asked - 1)
  })
})

test('leaving twice counts once', () => {
  const { admission, enter } = start()
  const ticket = enter('a')
  admission.leave(ticket)
  admission.leave(ticket)
  expect(admission.inFlight).toBe(0)
  expect(admission.beginNext(0)).toBe(false)
})
