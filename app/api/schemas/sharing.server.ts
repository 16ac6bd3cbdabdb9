import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { MAX_OPENINGS, SHARE_STATES } from '../../reading/rules/sharing/share.ts'
import type { SeenShare } from '../../reading/service/sharing/list-shares.server.ts'
import { idJson } from './answers.server.ts'

export const shareJson = z
  .strictObject({
    id: idJson,
    book: z
      .strictObject({ _id: idJson, slug: z.string(), title: z.string() })
      .nullable()
      .meta({ description: 'null: the book is no longer in the catalogue.' }),
    url: z.url().meta({ description: 'The link for the friend.' }),
    sharedBy: z.string().meta({ description: 'The name that the friend sees.' }),
    sharedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    openings: z.int().min(0).max(MAX_OPENINGS).meta({ description: 'Browsers that opened it.' }),
    state: z.enum(SHARE_STATES).meta({
      description:
        '`used-up`: it opens in no other browser. `paused`: the caller has no full access now.',
    }),
  })
  .meta({ id: 'SharedSummary' })

export const toShareJson = ({ id, book, sharedAt, expiresAt, ...share }: SeenShare) => ({
  ...share,
  id: publicId(id),
  book: book && { _id: publicId(book.id), slug: book.slug, title: book.title },
  sharedAt: sharedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
