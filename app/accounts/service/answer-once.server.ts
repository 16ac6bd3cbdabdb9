import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground, withoutDeadline } from '../../platform/database-work.server.ts'
import { log } from '../../platform/log.server.ts'
import { authSecrets } from '../../platform/secrets.server.ts'
import { REPEATED_FORM_MS } from '../rules/lifetimes.ts'
import {
  claimForm,
  findFormAnswer,
  forgetForm,
  keepFormAnswer,
} from '../store/repeated-forms.server.ts'
import { decrypt, encrypt } from './encryption.server.ts'
import { keyFor } from './tokens.server.ts'

/** How often a repeat looks whether the first one has been answered. */
const LOOK_EVERY_MS = 100

/**
 * Runs a form, unless it repeats the sender's last one of the last REPEATED_FORM_MS. A repeat waits
 * for the answer of the first one, and runs itself if that is not kept.
 * @param sender a secret that only the sender's browser has. Hashes and encryption depend on it, so
 * that the stored row reveals nothing about the content, not even to an attacker who has AUTH_SECRETS.
 * @param sent address and content
 * @param run returns the answer to keep; null: a repeat runs again
 * @returns the kept answer to a repeat; null: the form was run
 */
export async function answerOnce(
  sender: string,
  sent: string,
  run: () => Promise<string | null>,
): Promise<string | null> {
  const purpose = `repeated form ${sender}`
  const key = keyFor(purpose, authSecrets()[0])
  const keyed = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const row = { sender: keyed('sender'), form: keyed(sent) }
  while (!(await claim(row))) {
    const encrypted = await findFormAnswer(row)
    const answer = encrypted && decrypt(purpose, row.form, encrypted)
    if (answer) return answer.text
    await withoutDeadline(() => sleep(LOOK_EVERY_MS))
  }
  let answer: string | null = null
  try {
    answer = await run()
  } finally {
    const kept = answer && encrypt(purpose, row.form, answer)
    // Also after the deadline of the request. The form was run, whether or not this is written.
    await inBackground(() => (kept ? keepFormAnswer(row, kept) : forgetForm(row))).catch(
      (error: unknown) => log.warn({ err: error }, 'the answer to a form was not kept'),
    )
  }
  return null
}

function claim(row: Parameters<typeof claimForm>[0]): Promise<boolean> {
  const now = new Date()
  return claimForm(row, now, new Date(now.getTime() + REPEATED_FORM_MS))
}
