import { buffer } from 'node:stream/consumers'
import { readerWithAccess } from '../../accounts/service/find-reader.server.ts'
import { accessFor } from '../../catalogue/rules/access.ts'
import { MIMETYPE } from '../../catalogue/rules/epub/package.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { splitByAccess, writeEpub } from '../../catalogue/service/epub/write-epub.server.ts'
import { now } from '../../platform/clock.server.ts'
import {
  type AttachmentMaker,
  provideAttachments,
} from '../../platform/email/attachments.server.ts'
import { env } from '../../platform/env.server.ts'
import { weekContents } from '../rules/epub.ts'
import { KINDLE_FILES } from '../rules/kindle.ts'
import { updateDeliveriesOfFile, deliveriesOfFile } from '../store/kindle.server.ts'
import { epubContents } from './epub-contents.server.ts'

/** Makes the files for Kindles, with what their reader may read at that moment. */
const kindleFiles: AttachmentMaker = {
  async make(fileId) {
    const rows = await deliveriesOfFile(fileId)
    const [first] = rows
    const user = first && (await readerWithAccess(first.userId))
    if (!user || user.suspendedAt) return null
    const books = await cardsOf(rows.map(({ bookId }) => bookId))
    const access = accessFor(user, now())
    const reader = { access, freeBookId: user.freeBookId, name: user.name }
    const { readable } = splitByAccess(books, reader)
    const [single] = readable
    if (!single) return null
    const contents =
      readable.length === 1
        ? await epubContents({ kind: 'summary', slug: single.slug }, user.id, access)
        : { ...weekContents, books: readable }
    if (!contents) return null
    return {
      name: readable.length === 1 ? `${single.slug}.epub` : 'readr-week.epub',
      type: MIMETYPE,
      content: await buffer(writeEpub(contents, reader, env().appUrl)),
    }
  },
  async report(fileId, outcome, at) {
    if (outcome === 'sent') await updateDeliveriesOfFile(fileId, { sentAt: at, problem: null })
    else if (outcome === 'refused') await updateDeliveriesOfFile(fileId, { problem: 'refused' })
    else if (outcome === 'failed')
      await updateDeliveriesOfFile(fileId, { failedAt: at, problem: 'refused' })
    else await updateDeliveriesOfFile(fileId, { failedAt: at, problem: 'no-access' })
  },
}

/** From now on, the outbox can send files to Kindles. */
export const provideKindleFiles = () => provideAttachments(KINDLE_FILES, kindleFiles)
