import { isoMinute } from './dates.ts'

export interface EmailBacklog {
  waiting: number
  /** When the oldest was written; null: none waits. */
  since: Date | null
  refused: number
  /** Waiting emails that should have been tried by now. */
  overdue: number
  /** Emails that are not tried again. */
  failed: number
}

export interface BillingHealth {
  keys: 'live' | 'test' | 'emulated'
  now: Date
  answeredAt: Date | null
  isBackfilling: boolean
  events: number
  failingEvents: number
  lastEventAt: Date | null
  overdueReaders: number
  openRefunds: number
}

export interface HealthCheck {
  name: string
  value: string
  /** What to do; null: it is fine. */
  advice: string | null
}

/** Stripe is asked every half minute. */
const SILENT_MS = 5 * 60_000

const time = (moment: Date | null) => (moment ? `${isoMinute(moment)} UTC` : 'Never')

/** What is wrong, or null. */
const when = (isWrong: boolean, advice: string) => (isWrong ? advice : null)

export function emailChecks({
  waiting,
  since,
  refused,
  overdue,
  failed,
}: EmailBacklog): HealthCheck[] {
  return [
    {
      name: 'Waiting',
      value: since ? `${waiting}, the oldest since ${time(since)}` : '0',
      advice: when(overdue > 0, `${overdue} should have been tried by now. Is a server running?`),
    },
    {
      name: 'Refused for now',
      value: String(refused),
      advice: when(
        refused > 0,
        'Readr tries them again. `readr mail list` shows what the mail server answered.',
      ),
    },
    {
      name: 'Failed',
      value: String(failed),
      advice: when(
        failed > 0,
        'They are not tried again. `readr mail list` shows why, and `readr mail retry` queues them again.',
      ),
    },
  ]
}

const KEYS = { live: 'Live', test: 'Test', emulated: 'Emulated (demo)' } as const

export function stripeChecks(health: BillingHealth): HealthCheck[] {
  const { answeredAt, events, failingEvents } = health
  const isSilent = !answeredAt || health.now.getTime() - answeredAt.getTime() > SILENT_MS
  return [
    { name: 'Keys', value: KEYS[health.keys], advice: null },
    {
      name: 'Last answer',
      value: time(answeredAt),
      advice: when(
        isSilent,
        'Stripe has not answered for five minutes. The log says why; what was missed is caught up.',
      ),
    },
    { name: 'Last event', value: time(health.lastEventAt), advice: null },
    {
      name: 'Events to process',
      value: health.isBackfilling ? `${events}, and older refunds and disputes` : String(events),
      advice: when(
        failingEvents > 0,
        `${failingEvents} failed at least once. Readr tries them again, and the log says why.`,
      ),
    },
    {
      name: 'Readers to check',
      value: String(health.overdueReaders),
      advice: when(
        health.overdueReaders > 0,
        'Their subscriptions should have been compared with Stripe by now.',
      ),
    },
    {
      name: 'Refunds to send',
      value: String(health.openRefunds),
      advice: when(
        health.openRefunds > 0,
        'Stripe does not have them yet. Readr tries every few minutes, and the log says why.',
      ),
    },
  ]
}
