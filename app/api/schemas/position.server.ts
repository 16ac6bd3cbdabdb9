import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import type { Position, Spot } from '../../reading/rules/position.ts'
import { idJson } from './answers.server.ts'

const spotJson = {
  section: z.string(),
  paragraph: z.int().min(0),
  share: z.number().min(0).max(1),
}

export const positionJson = z
  .strictObject({
    bookId: idJson,
    ...spotJson,
    offset: z.number().min(0).max(1),
    placedAt: z.iso.datetime().meta({ description: 'By the server’s clock.' }),
    furthest: z
      .strictObject(spotJson)
      .meta({ description: 'The furthest position since the reader began the book.' }),
  })
  .meta({ id: 'Place' })

/** A reading position in an answer. */
export function toPositionJson(
  bookId: number,
  { last, furthest }: { last: Position; furthest: Spot },
): z.output<typeof positionJson> {
  const { section, paragraph, offset, share, placedAt } = last
  return {
    bookId: publicId(bookId),
    section,
    paragraph,
    offset,
    share,
    placedAt: placedAt.toISOString(),
    furthest: {
      section: furthest.section,
      paragraph: furthest.paragraph,
      share: furthest.share,
    },
  }
}
