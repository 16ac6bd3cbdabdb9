import { importUpload } from '../../catalogue/service/import-upload.server.ts'
import { importDetail } from '../../catalogue/rules/import-detail.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'

/** @throws DomainError as importUpload() does */
export function importBooks(actorId: number, files: Parameters<typeof importUpload>[0]) {
  return importUpload(files, {
    id: actorId,
    inTransaction: (report) =>
      entryInTransaction({
        actorId,
        action: 'catalogue.import',
        subjectKind: 'catalogue',
        subjectId: 0,
        detail: importDetail(report),
      }),
  })
}
