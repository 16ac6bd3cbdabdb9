import { PERSONAL_DATA, type PersonalTable } from '../rules/exported-columns.ts'
import {
  accountData,
  bookNames,
  emailsTo,
  personalRows,
  type PersonalRow,
} from '../store/personal-data.server.ts'
import { signedOut } from './require-password.server.ts'

/** A list of books as a table: a header row, then one row per book. */
type BookTable = (string | Date)[][]

/**
 * Everything that is stored about a reader, by table, without secrets such as password hashes.
 * @throws DomainError unauthenticated when the account is gone
 */
export async function personalData(userId: number): Promise<Record<string, unknown>> {
  const account = await accountData(userId)
  if (!account) throw signedOut()
  const { freeBook, ...facts } = account
  const tables: Record<string, unknown> = {}
  for (const name of Object.keys(PERSONAL_DATA) as PersonalTable[]) {
    tables[name] = await withBookNames(await personalRows(name, userId))
  }
  return {
    madeAt: new Date(),
    account: { ...facts, freeSummary: freeBook?.title ?? null },
    mail: await emailsTo(account.email),
    ...tables,
  }
}

/** My List, or the books that a reader has marked as read, newest first. */
export async function bookTable(userId: number, which: 'list' | 'read'): Promise<BookTable> {
  const [table, time] =
    which === 'list' ? (['SavedBook', 'savedAt'] as const) : (['ReadBook', 'readAt'] as const)
  const rows = await withBookNames(await personalRows(table, userId))
  const sorted = rows.toSorted((a, b) => (b[time] as Date).getTime() - (a[time] as Date).getTime())
  return [
    ['title', 'author', time, 'slug'],
    ...sorted.map((row) =>
      ['title', 'author', time, 'slug'].map((column) => row[column] as string | Date),
    ),
  ]
}

async function withBookNames(rows: PersonalRow[]): Promise<PersonalRow[]> {
  const ids = rows.flatMap(({ bookId }) => (typeof bookId === 'number' ? [bookId] : []))
  if (ids.length === 0) return rows
  const names = await bookNames([...new Set(ids)])
  return rows.map(({ bookId, ...row }) => ({ ...names.get(bookId as number), ...row }))
}
