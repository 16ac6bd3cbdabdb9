import { exportCatalogue } from '../../catalogue/service/export-catalogue.server.ts'
import { writeEntry } from '../../platform/audit/audit-log.server.ts'

/** The whole catalogue as pieces of JSON text. */
export async function exportBooks(actorId: number): Promise<AsyncGenerator<string>> {
  await writeEntry({
    actorId,
    action: 'catalogue.export',
    subjectKind: 'catalogue',
    subjectId: 0,
    detail: '',
  })
  return exportCatalogue()
}
