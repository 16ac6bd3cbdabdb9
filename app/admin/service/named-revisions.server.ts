import { emailsOf } from '../../accounts/service/find-reader.server.ts'

/** Earlier versions with the address of who replaced each. */
export async function namedRevisions(
  revisions: { id: number; replacedAt: Date; replacedBy: number | null }[],
) {
  const names = await emailsOf(revisions.flatMap(({ replacedBy }) => replacedBy ?? []))
  return revisions.map(({ id, replacedAt, replacedBy }) => ({
    id,
    replacedAt,
    by:
      replacedBy === null
        ? 'Import on the server'
        : (names.get(replacedBy) ?? `Account ${replacedBy} (deleted)`),
  }))
}

export type NamedRevision = Awaited<ReturnType<typeof namedRevisions>>[number]
