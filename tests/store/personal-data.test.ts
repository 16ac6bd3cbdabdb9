import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bookTable, personalData } from '#app/accounts/service/export-personal-data.server.ts'
import { ACCOUNT_DATA, PERSONAL_DATA } from '#app/accounts/rules/exported-columns.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resendCode } from '#app/accounts/service/verify-email.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'

/** The columns of every model. */
function columnsOfModels(): Record<string, string[]> {
  const text = readdirSync('prisma/models')
    .map((file) => readFileSync(`prisma/models/${file}`, 'utf8'))
    .join('\n')
  const models = [...text.matchAll(/^model (\w+) \{([^]*?)^\}/gm)]
  const names = new Set(models.map(([, name]) => name))
  const columns = models.map(([, name, body]) => [
    name,
    [...body!.matchAll(/^\s+(\w+)\s+(\w+)/gm)]
      .filter(([, , type]) => !names.has(type))
      .map(([, column]) => column),
  ])
  return Object.fromEntries(columns) as Record<string, string[]>
}

const both = ({
  exported,
  withheld,
}: {
  exported: readonly string[]
  withheld: readonly string[]
}) => [...exported, ...withheld].toSorted()

describe('the data about a reader', () => {
  test('is exported or withheld explicitly, column by column', () => {
    const models = columnsOfModels()
    const personal = Object.entries(models).filter(([, columns]) => columns.includes('userId'))
    expect(personal.length).toBeGreaterThan(10)
    expect(Object.fromEntries(Object.entries(PERSONAL_DATA).map(([k, v]) => [k, both(v)]))).toEqual(
      Object.fromEntries(
        personal.map(([name, columns]) => [
          name,
          columns.filter((column) => column !== 'userId').toSorted(),
        ]),
      ),
    )
    expect(both(ACCOUNT_DATA)).toEqual(models['User']!.toSorted())
  })

  test('is exported without secrets and without data of other readers', async () => {
    await importBooks({ walden: { title: 'Walden', author: 'Henry David Thoreau' } })
    const bookId = (await findBook('walden'))!.id
    const [reader, other] = [await newReader({ name: 'Ada' }), await newReader({ name: 'Bob' })]
    const secrets: string[] = []
    for (const owner of [reader, other]) {
      const { id } = owner
      const session = await beginWebSession(owner, { remember: true, device: `Device of ${id}` })
      secrets.push(session!.secret)
      await resendCode(id)
      await db().savedBook.create({ data: { userId: id, bookId, savedAt: new Date(1e12) } })
      await db().recoveryCode.create({ data: { userId: id, codeHash: `hash-of-${id}` } })
      await db().user.update({ where: { id }, data: { freeBookId: bookId } })
    }
    const copy = await personalData(reader.id)
    expect(copy['account']).toMatchObject({
      name: 'Ada',
      email: reader.email,
      freeSummary: 'Walden',
    })
    expect(copy['SavedBook']).toEqual([
      { title: 'Walden', author: 'Henry David Thoreau', slug: 'walden', savedAt: new Date(1e12) },
    ])
    expect(copy['Session']).toMatchObject([{ device: `Device of ${reader.id}` }])
    expect(copy['mail']).toHaveLength(1)
    const text = JSON.stringify(copy)
    const { secret } = await db().emailCode.findUniqueOrThrow({ where: { userId: reader.id } })
    for (const hidden of [...secrets, secret, 'argon2', 'hash-of-', other.email, 'Bob']) {
      expect(text).not.toContain(hidden)
    }
  })

  test('cannot be exported when the account is gone', async () => {
    expect(await outcome(personalData(2_000_000))).toBe('unauthenticated: Authentication required')
  })

  test('includes My List and the read books as tables, newest first', async () => {
    await importBooks({ a: { title: 'A' }, b: { title: 'B' } })
    const { id: userId } = await newReader()
    for (const [slug, at] of [
      ['a', 1e12],
      ['b', 2e12],
    ] as const) {
      const bookId = (await findBook(slug))!.id
      await db().savedBook.create({ data: { userId, bookId, savedAt: new Date(at) } })
      await db().readBook.create({ data: { userId, bookId, readAt: new Date(3e12 - at) } })
    }
    const titles = async (which: 'list' | 'read') =>
      (await bookTable(userId, which)).map(([title]) => title)
    expect(await titles('list')).toEqual(['title', 'B', 'A'])
    expect(await titles('read')).toEqual(['title', 'A', 'B'])
  })
})
