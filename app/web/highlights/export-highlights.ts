import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { limitFiles } from '../../middleware/limit-files.server.ts'
import {
  exportCsv,
  exportJson,
  exportMarkdown,
} from '../../reading/service/highlights/export-highlights.server.ts'
import type { Route } from './+types/export-highlights'

interface ExportedFile {
  type: string
  name: string
  make: (reader: {
    id: number
    timeZone: string | null
  }) => Promise<Readable> | AsyncGenerator<string>
}

const FILES: Record<string, ExportedFile> = {
  'export.zip': { type: 'application/zip', name: 'readr-notes.zip', make: exportMarkdown },
  'export.csv': {
    type: 'text/csv; charset=utf-8',
    name: 'readr-notes.csv',
    make: ({ id }) => exportCsv(id),
  },
  'export.json': {
    type: 'application/json; charset=utf-8',
    name: 'readr-notes.json',
    make: ({ id }) => exportJson(id),
  },
}

/** A reader's highlights as a file, streamed from the database. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const file = Object.hasOwn(FILES, params.file) ? FILES[params.file] : undefined
  if (!file) throw new Response(null, { status: 404 })
  const { user } = requireReader(context, url)
  const requestContext = requestContextOf(context)
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  }
  if (requestContext.isHead) return new Response(null, { headers })
  await limitFiles(LIMITS.exports, `${user.id}`)
  const pieces = await file.make(user)
  requestContext.streams = true
  return new Response(createReadableStreamFromReadable(Readable.from(pieces)), { headers })
}
