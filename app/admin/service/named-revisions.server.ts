import { emailsOf } from '../../accounts/service/find-reader.server.ts'

interface Revision {
  id: number
  replacedAt: Date
  /** The administrator's account; null: the operator. */
  replacedBy: number | null
  correction?: string | null
}

/** Earlier versions with the address of who replaced each. */
export async function namedRevisions(revisions: Revision[]) {
  const names = await emailsOf(revisions.flatMap(({ replacedBy }) => replacedBy ?? []))
  return revisions.map(({ replacedBy, ...revision }) => ({
    ...revision,
    by:
      replacedBy === null
        ? 'Import on the server'
        : (names.get(replacedBy) ?? `Account ${replacedBy} (deleted)`),
  }))
}

export type NamedRevision = Awaited<ReturnType<typeof namedRevisions>>[number]
