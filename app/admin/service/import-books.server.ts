import { importSent } from '../../catalogue/service/importing.server.ts'
import { entryInTransaction } from '../store/audit.server.ts'

/** @throws DomainError as importSent() does */
export function importBooks(actorId: number, files: Parameters<typeof importSent>[0]) {
  return importSent(files, {
    id: actorId,
    alongside: ({ added, changed }) =>
      entryInTransaction({
        actorId,
        action: 'catalogue.import',
        subjectKind: 'catalogue',
        subjectId: 0,
        detail: `${added} new, ${changed} changed`,
      }),
  })
}
