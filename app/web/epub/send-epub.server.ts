import { createHash } from 'node:crypto'
import { createReadableStreamFromReadable } from '@react-router/node'
import { redirect, type RouterContextProvider } from 'react-router'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { subscribePath } from '../../catalogue/rules/addresses.ts'
import { MIMETYPE } from '../../catalogue/rules/epub/package.ts'
import {
  type EpubReader,
  splitByAccess,
  writeEpub,
} from '../../catalogue/service/epub/write-epub.server.ts'
import { catalogueState } from '../../catalogue/service/version.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { limitFiles } from '../../middleware/limit-files.server.ts'
import { env } from '../../platform/env.server.ts'
import { version } from '../../platform/version.server.ts'
import { type EpubChoice, epubName, MY_LIST_PATH } from '../../reading/rules/epub.ts'
import { chapterHighlights } from '../../reading/service/highlights/chapter-highlights.server.ts'
import { epubContents } from '../../reading/service/epub-contents.server.ts'

/**
 * Summaries as an EPUB, with the text that the sender of the request may read. A book of which they
 * may read nothing leads to the plans, like its page. With `?notes=1`, their highlights are in the text.
 */
export async function sendEpub(
  request: Request,
  context: Readonly<RouterContextProvider>,
  choice: EpubChoice,
): Promise<Response> {
  const requestContext = requestContextOf(context)
  const user = requestContext.signedIn?.user ?? null
  const access = accessOf(context)
  const contents = await epubContents(choice, user?.id ?? null, access)
  if (!contents) {
    if (choice.kind === 'my-list') throw redirect(MY_LIST_PATH)
    throw new Response('There is no such summary.', { status: 404 })
  }
  const hasNotes = user !== null && new URL(request.url).searchParams.get('notes') === '1'
  const reader: EpubReader = {
    access,
    freeBookId: user?.freeBookId ?? null,
    name: user?.name ?? null,
    ...(hasNotes && { notesIn: (id, summary) => chapterHighlights(user.id, id, summary) }),
  }
  const { readable } = splitByAccess(contents.books, reader)
  if (readable.length === 0) throw redirect(subscribePath(contents.books[0]!.slug))
  const headers: Record<string, string> = {
    'Content-Type': MIMETYPE,
    'Content-Disposition': `attachment; filename="${epubName(choice)}"`,
    'X-Robots-Tag': 'noindex',
  }
  if (!user) {
    const state = [await catalogueState(), version, env().appUrl, contents.source].join('\n')
    const tag = createHash('sha256').update(state).digest('base64url').slice(0, 27)
    headers['ETag'] = `"${tag}"`
    headers['Cache-Control'] = 'no-cache'
    headers['Vary'] = 'Cookie, Authorization'
    if (hasTag(request, tag)) return new Response(null, { status: 304, headers })
  }
  if (requestContext.isHead) return new Response(null, { headers })
  const limit = choice.kind === 'summary' ? LIMITS.files : LIMITS.libraries
  await limitFiles(limit, requestContext.clientAddress)
  requestContext.streams = true
  const file = writeEpub(contents, reader, env().appUrl)
  return new Response(createReadableStreamFromReadable(file), { headers })
}

const hasTag = (request: Request, tag: string) =>
  (request.headers.get('If-None-Match') ?? '').includes(`"${tag}"`)
