import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import type { Position } from '../../reading/service/get-positions.server.ts'
import { idJson } from './answers.server.ts'

export const positionJson = z
  .strictObject({
    bookId: idJson,
    section: z.string(),
    paragraph: z.int().min(0),
    share: z.number().min(0).max(1),
    placedAt: z.iso.datetime().meta({ description: 'By the server’s clock.' }),
  })
  .meta({ id: 'Place' })

/** A reading position in an answer. */
export function toPositionJson(
  position: Position & { bookId: number },
): z.output<typeof positionJson> {
  const { bookId, section, paragraph, share, placedAt } = position
  return { bookId: publicId(bookId), section, paragraph, share, placedAt: placedAt.toISOString() }
}
