import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { isoDay } from '../../admin/rules/dates.ts'
import { exportBooks } from '../../admin/service/export-books.server.ts'
import type { Route } from './+types/export'

/** Only the export form uses this address. */
export const loader = () => redirect('/admin/import')

/** The catalogue as a file, streamed from the database. */
export async function action({ url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  const pieces = await exportBooks(user.id)
  requestContextOf(context).streams = true
  return new Response(createReadableStreamFromReadable(Readable.from(pieces)), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="readr-catalogue-${isoDay(new Date())}.json"`,
    },
  })
}
