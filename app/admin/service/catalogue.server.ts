import { exportCatalogue } from '../../catalogue/service/export-catalogue.server.ts'
import { importUpload } from '../../catalogue/service/import-upload.server.ts'
import { type Entry, entryInTransaction, writeEntry } from '../store/audit.server.ts'

const entry = (actorId: number, action: Entry['action'], detail: string): Entry => ({
  actorId,
  action,
  subjectKind: 'catalogue',
  subjectId: 0,
  detail,
})

/** @throws DomainError as importUpload() does */
export function importBooks(actorId: number, files: Parameters<typeof importUpload>[0]) {
  return importUpload(files, {
    id: actorId,
    inTransaction: ({ added, changed }) =>
      entryInTransaction(entry(actorId, 'catalogue.import', `${added} new, ${changed} changed`)),
  })
}

/** The whole catalogue as JSON, piece by piece. */
export async function exportBooks(actorId: number): Promise<AsyncGenerator<string>> {
  await writeEntry(entry(actorId, 'catalogue.export', ''))
  return exportCatalogue()
}
