import { describe, expect, test } from 'vitest'
import { findReaders } from '#app/accounts/service/find-reader.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { deleteReader } from '#app/admin/service/delete-reader.server.ts'
import { readerDetails, readersPage } from '#app/admin/service/find-readers.server.ts'
import { grantUntil, revokeGrant } from '#app/admin/service/grant-access.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { signOutEverywhere } from '#app/admin/service/sign-out-reader.server.ts'
import { ROWS_PER_PAGE } from '#app/admin/rules/limits.ts'
import { setComplimentary } from '#app/billing/store/mobile.server.ts'
import { db } from '#app/platform/database.server.ts'
import { newReader, outcome } from './readers.ts'

const admin = newReader({ role: 'admin', email: 'zz-admin@example.com' })
const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)

/** The log entries about a reader, latest first. */
async function entriesAbout(readerId: number): Promise<string[]> {
  const { lines } = await loadLog(null, { subjectKind: 'reader', subjectId: readerId })
  return lines.map(({ actor, action, detail }) => [actor, action, detail].join(' | '))
}

describe('readers', () => {
  test('are found by the beginning of their email or name only', async () => {
    const zora = await newReader({ email: 'qq-one@example.com', name: 'Zora Élan' })
    const quentin = await newReader({ email: 'other-quentin@example.com', name: 'QQ_Quentin' })
    const found = async (start: string) => (await findReaders(start, null, 10)).map(({ id }) => id)
    expect(await found('qq')).toEqual([quentin.id, zora.id])
    expect(await found('QQ-ONE@')).toEqual([zora.id])
    expect(await found('zora É')).toEqual([zora.id])
    expect(await found('qq_')).toEqual([quentin.id])
    expect(await found('q%')).toEqual([])
    expect(await found('quentin')).toEqual([])
    expect(await found("'; --")).toEqual([])
  })

  test('are listed in pages without gaps', async () => {
    await db().user.createMany({
      data: Array.from({ length: ROWS_PER_PAGE + 3 }, (_, i) => ({
        email: `paged-${i}@example.com`,
        name: 'Paged',
      })),
    })
    const first = await readersPage('paged', null)
    const second = await readersPage('paged', first.next)
    expect(first.readers).toHaveLength(ROWS_PER_PAGE)
    expect(second.next).toBeNull()
    const all = [...first.readers, ...second.readers].map(({ email }) => email)
    expect(new Set(all).size).toBe(ROWS_PER_PAGE + 3)
  })
})

describe('an administrator', () => {
  test('grants and revokes full access, and the log records it', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await grantUntil(actor, id, nextYear)
    expect((await readerDetails(id)).subscription).toMatchObject({
      isSubscribed: true,
      source: 'complimentary',
      endsAt: new Date(`${nextYear}T23:59:59.999Z`),
    })
    await revokeGrant(actor, id)
    expect((await readerDetails(id)).subscription.isSubscribed).toBe(false)
    expect(await entriesAbout(id)).toEqual([
      'zz-admin@example.com | Revoked complimentary access | ',
      `zz-admin@example.com | Granted complimentary access | until ${nextYear}`,
    ])
  })

  test('cannot grant past or distant days, or an unknown account', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    expect(await outcome(grantUntil(actor, id, '2020-02-29'))).toMatch(/^invalid-input: This day/)
    expect(await outcome(grantUntil(actor, id, '2999-01-01'))).toMatch(/^invalid-input: .*10 years/)
    expect(await outcome(grantUntil(actor, 2_000_000, nextYear))).toMatch(/^not-found/)
    expect(await entriesAbout(id)).toEqual([])
  })

  test('changes nothing if the log entry cannot be written', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await grantUntil(actor, id, nextYear)
    const failing = () => Promise.reject(new Error('full'))
    await expect(setComplimentary(id, null, failing)).rejects.toThrow('full')
    expect((await readerDetails(id)).subscription.isSubscribed).toBe(true)
  })

  test('signs one reader out on all devices', async () => {
    const { id: actor } = await admin
    const [one, other] = [await newReader(), await newReader()]
    for (const { id, passwordGeneration } of [one, one, other]) {
      await beginWebSession({ id, passwordGeneration }, { remember: true, device: 'x' })
    }
    await signOutEverywhere(actor, one.id)
    expect(await signedInDevices(one.id)).toEqual([])
    expect(await signedInDevices(other.id)).toHaveLength(1)
    expect(await entriesAbout(one.id)).toEqual([
      'zz-admin@example.com | Signed the reader out everywhere | ',
    ])
  })

  test('deletes a reader after entering the address again, but no administrator', async () => {
    const { id: actor, email } = await admin
    const reader = await newReader()
    expect(await outcome(deleteReader(actor, reader.id, email))).toMatch(/^invalid-input/)
    expect(await outcome(deleteReader(actor, actor, email))).toMatch(/^conflict/)
    await deleteReader(actor, reader.id, reader.email)
    expect(await outcome(readerDetails(reader.id))).toMatch(/^not-found/)
    expect(await entriesAbout(reader.id)).toEqual(['zz-admin@example.com | Deleted the account | '])
    const stored = await db().auditEntry.findMany({ where: { subjectId: reader.id } })
    expect(JSON.stringify(stored)).not.toContain(reader.email)
  })

  test('reads the log in pages, latest first', async () => {
    const { id: actor } = await admin
    const { id } = await newReader()
    await db().auditEntry.createMany({
      data: Array.from({ length: ROWS_PER_PAGE + 2 }, (_, i) => ({
        at: new Date(2e12 + (i % 3)),
        actorId: actor,
        action: 'reader.sign-out',
        subjectKind: 'reader',
        subjectId: id,
        detail: String(i),
      })),
    })
    const first = await loadLog(null)
    const second = await loadLog(first.next)
    const details = [...first.lines, ...second.lines.slice(0, 2)].map(({ detail }) =>
      Number(detail),
    )
    expect(new Set(details).size).toBe(ROWS_PER_PAGE + 2)
    const moments = first.lines.map(({ at }) => at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  })
})
