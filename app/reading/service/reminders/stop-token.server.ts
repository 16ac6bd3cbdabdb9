import { createHmac, timingSafeEqual } from 'node:crypto'
import { idFrom, publicId } from '../../../catalogue/rules/public-id.ts'
import { authSecrets } from '../../../platform/secrets.server.ts'
import type { Stoppable } from '../../rules/reminders/address.ts'

const signature = (kind: Stoppable, id: string, secret: string) =>
  createHmac('sha256', secret).update(`stop ${kind} emails ${id}`).digest()

/** A token that stops one kind of a reader's emails, and does nothing else. It does not expire. */
export function stopToken(kind: Stoppable, userId: number): string {
  const id = publicId(userId)
  return `${id}.${signature(kind, id, authSecrets()[0]).toString('base64url')}`
}

/** The reader of a token from stopToken(), or null. */
export function readerOfStopToken(kind: Stoppable, token: string): number | null {
  const [id = '', signed = ''] = token.slice(0, 200).split('.')
  const given = Buffer.from(signed, 'base64url')
  const isSigned = authSecrets().some((secret) => {
    const wanted = signature(kind, id, secret)
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  return isSigned ? idFrom(id) : null
}
