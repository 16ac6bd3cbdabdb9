import { summaryPath } from '../../catalogue/rules/addresses.ts'

/** Where a reader adds a Kindle and sees the latest deliveries. */
export const KINDLE_PATH = '/settings/kindle'

export const sendPath = (slug: string) => `${summaryPath(slug)}/kindle`

/** The kind of the attachments that service/attach-epub.server.ts makes. */
export const KINDLE_FILES = 'kindle'

/** Only Amazon's addresses: nobody can make Readr write to strangers. */
export const KINDLE_ADDRESS = /^[a-z0-9][a-z0-9._+-]{0,63}@(?:free\.)?kindle\.com$/

/** The week's list has the books that were saved in this time. */
export const WEEK_DAYS = 7

/** The address in a sender such as "Readr <hello@readr.example>". */
export const senderAddress = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

export type DeliveryState = 'sent' | 'waiting' | 'refused' | 'failed' | 'no-access'

export interface DeliveryTimes {
  sentAt: Date | null
  failedAt: Date | null
  problem: string | null
}

/** What happened to a file that a reader sent. */
export function deliveryState({ sentAt, failedAt, problem }: DeliveryTimes): DeliveryState {
  if (sentAt) return 'sent'
  if (failedAt) return problem === 'no-access' ? 'no-access' : 'failed'
  return problem === null ? 'waiting' : 'refused'
}

/** What it says, and what the reader can do. */
export const STATE_TEXTS: Record<DeliveryState, string> = {
  sent: 'Sent. If it does not arrive within ten minutes, check that our address is approved on Amazon.',
  waiting: 'On its way.',
  refused: 'The mail server did not accept it yet. We keep trying.',
  failed: 'The mail server refused it. Check your Kindle address, then send it again.',
  'no-access': 'Not sent, because your plan no longer includes it.',
}
