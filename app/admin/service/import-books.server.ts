import { importUpload } from '../../catalogue/service/import-upload.server.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'

/** @throws DomainError as importUpload() does */
export function importBooks(actorId: number, files: Parameters<typeof importUpload>[0]) {
  return importUpload(files, {
    id: actorId,
    inTransaction: ({ added, changed }) =>
      entryInTransaction({
        actorId,
        action: 'catalogue.import',
        subjectKind: 'catalogue',
        subjectId: 0,
        detail: `${added} new, ${changed} changed`,
      }),
  })
}
