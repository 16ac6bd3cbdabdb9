import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import type { Attempt, WebhookFaults } from '../engine/deliveries.ts'
import type { StoredEvent } from '../engine/events.ts'
import type { Stored } from '../engine/store.ts'
import { addInterval } from '../engine/timeline.ts'
import { isOver, itemOf } from '../resources/subscription-parts.ts'
import { productName } from '../resources/invoice-lines.ts'
import { moment, page, Problem, seeOther, shortMoment, Table } from './page.tsx'

export interface ClockControls {
  account: Account
  advanceTo(to: number): Promise<void>
  attempts(): readonly Attempt[]
  faults(): WebhookFaults
  setFaults(faults: Partial<WebhookFaults>): void
}

const STEPS = [
  { name: '1 day', interval: 'day', count: 1 },
  { name: '3 days', interval: 'day', count: 3 },
  // Past the end of a trial that starts now.
  { name: '8 days', interval: 'day', count: 8 },
  { name: '1 month', interval: 'month', count: 1 },
  { name: '1 year', interval: 'year', count: 1 },
] as const

const SHOWN_EVENTS = 60
const SHOWN_SUBSCRIPTIONS = 50
/** The farthest that one form may advance the clock. */
const FARTHEST_S = 5 * 366 * 86_400

const FAULTS = {
  drop: 'Lost',
  duplicate: 'Sent twice',
  reorder: 'In reverse order',
  beforeAnswer: 'Before the response to the call that caused them',
} as const

function show(controls: ClockControls, problem: string | null = null): Response {
  const { account } = controls
  const now = account.mainClock.now()
  return page(
    'Demo clock',
    <>
      <p>
        Subscriptions follow this clock: <strong>{moment(now)}</strong>
      </p>
      <p>
        <a href="/settings">Your settings in Readr</a>, <a href="/dev/mail">the mailbox</a>
      </p>
      <Problem>{problem}</Problem>
      <form method="post">
        <div className="row">
          {STEPS.map(({ name }, at) => (
            <button key={name} name="step" value={at}>
              + {name}
            </button>
          ))}
        </div>
      </form>
      <form method="post">
        <div className="row">
          <label>
            Go to a date
            <input type="date" name="date" min={new Date(now * 1000).toISOString().slice(0, 10)} />
          </label>
          <button className="quiet">Go</button>
        </div>
      </form>
      <Subscriptions account={account} />
      <Events controls={controls} />
      <form method="post">
        <h2>Event delivery faults</h2>
        <div className="row">
          {Object.entries(FAULTS).map(([name, label]) => (
            <label key={name} className="inline">
              <input
                type="checkbox"
                name={name}
                defaultChecked={controls.faults()[name as keyof typeof FAULTS]}
              />
              {label}
            </label>
          ))}
          <label>
            Delay in hours
            <input name="delay" inputMode="numeric" defaultValue={controls.faults().delay / 3600} />
          </label>
          <button name="step" value="faults" className="quiet">
            Set
          </button>
        </div>
      </form>
    </>,
    { status: problem === null ? 200 : 400, wide: true },
  )
}

function newest<T extends Stored>(account: Account, object: T['object'], count: number): T[] {
  const found: T[] = []
  for (const one of account.store.newest<T>(object)) {
    if (found.length === count) break
    found.push(one)
  }
  return found
}

function Subscriptions({ account }: { account: Account }) {
  const subscriptions = newest<Stripe.Subscription>(account, 'subscription', SHOWN_SUBSCRIPTIONS)
  const rows = subscriptions.map((one) => {
    const { price, current_period_end: end } = itemOf(one)
    const customer = account.store.get<Stripe.Customer>('customer', idOf(one.customer)!)
    const next =
      one.cancel_at === null ? `renews ${shortMoment(end)}` : `ends ${shortMoment(one.cancel_at)}`
    return {
      key: one.id,
      cells: [
        customer?.email ?? 'deleted',
        productName(account, price),
        one.status,
        isOver(one) ? '' : next,
      ],
    }
  })
  return (
    <section>
      <h2>Subscriptions</h2>
      <Table
        label="Subscriptions"
        columns={['Reader', 'Plan', 'Status', 'Next (UTC)']}
        rows={rows}
      />
    </section>
  )
}

function Events({ controls }: { controls: ClockControls }) {
  const outcomes = new Map<string, string>()
  for (const { event, status, attempt } of controls.attempts()) {
    outcomes.set(event, `${status ?? 'no answer'}${attempt > 1 ? `, try ${attempt}` : ''}`)
  }
  const rows = newest<StoredEvent>(controls.account, 'event', SHOWN_EVENTS).map((event) => ({
    key: event.id,
    cells: [event.type, shortMoment(event.created), outcomes.get(event.id) ?? ''],
  }))
  return (
    <section>
      <h2>Events, latest first</h2>
      <Table label="Events" columns={['Event', 'When (UTC)', 'Readr’s response']} rows={rows} />
    </section>
  )
}

export const clockPage = (controls: ClockControls) => show(controls)

export async function submitClock(controls: ClockControls, form: FormData): Promise<Response> {
  if (form.get('step') === 'faults') {
    const hours = Number(form.get('delay') ?? 0)
    controls.setFaults({
      ...Object.fromEntries(Object.keys(FAULTS).map((name) => [name, form.has(name)])),
      delay: Number.isFinite(hours) && hours > 0 ? Math.round(hours * 3600) : 0,
    })
    return seeOther('/dev/clock')
  }
  const now = controls.account.mainClock.now()
  const to = targetTime(form, now)
  if (to === null || to <= now || to > now + FARTHEST_S) {
    return show(controls, 'Please choose a date within the next five years.')
  }
  await controls.advanceTo(to)
  return seeOther('/dev/clock')
}

function targetTime(form: FormData, now: number): number | null {
  const step = STEPS[Number(form.get('step') ?? -1)]
  if (step) return addInterval(now, step.interval, step.count)
  const date = Date.parse(`${String(form.get('date'))}T12:00:00Z`)
  return Number.isNaN(date) ? null : date / 1000
}
