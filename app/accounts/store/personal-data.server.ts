import { db } from '../../platform/database.server.ts'
import { ACCOUNT_DATA, PERSONAL_DATA, type PersonalTable } from '../rules/exported-columns.ts'

export type PersonalRow = Record<string, unknown>

interface Table {
  count(query: { where: { userId: number } }): Promise<number>
  findMany(query: {
    where: { userId: number }
    select: Record<string, true>
  }): Promise<PersonalRow[]>
}

const columns = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, true as const]))

/** The exported columns of an account; null when it does not exist. */
export function accountData(userId: number) {
  return db().user.findUnique({
    where: { id: userId },
    select: { ...columns(ACCOUNT_DATA.exported), freeBook: { select: { title: true } } },
  }) as Promise<(PersonalRow & { email: string; freeBook: { title: string } | null }) | null>
}

export function personalRows(name: PersonalTable, userId: number): Promise<PersonalRow[]> {
  const select = columns(PERSONAL_DATA[name].exported)
  return tableOf(name).findMany({ where: { userId }, select })
}

export function countPersonalRows(name: PersonalTable, userId: number): Promise<number> {
  return tableOf(name).count({ where: { userId } })
}

function tableOf(name: PersonalTable): Table {
  const key = (name[0]!.toLowerCase() + name.slice(1)) as Uncapitalize<PersonalTable>
  return db()[key] as unknown as Table
}

/** Subjects and dates of the emails to an address. Their text is not stored after sending. */
export function emailsTo(recipient: string): Promise<PersonalRow[]> {
  return db().outboxEmail.findMany({
    where: { recipient },
    select: { subject: true, createdAt: true, sentAt: true },
    orderBy: { id: 'asc' },
  })
}

export async function bookNames(ids: number[]) {
  const books = await db().book.findMany({
    where: { id: { in: ids } },
    select: { id: true, title: true, author: true, slug: true },
  })
  return new Map(books.map(({ id, ...names }) => [id, names]))
}
