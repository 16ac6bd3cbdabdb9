import { durationText } from '../../accounts/rules/durations.ts'
import { SIGN_IN_TICKET_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { z } from 'zod'
import { GENRES } from '../../catalogue/rules/genres.ts'

/** The shapes that calls answer, for the description of the API and the contract tests. */

export const bookJson = z
  .strictObject({
    _id: z.string().regex(/^[0-9a-f]{24}$/),
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    imageUrl: z.url(),
    summary: z.string().meta({ description: 'The blurb.' }),
    text: z.string().optional().meta({
      description:
        'The text as far as the asker may read it: up to the cut without full access; absent on a locked book.',
    }),
    locked: z.boolean(),
    subgenre: z.enum(GENRES.map((genre) => genre.label)),
    minutes: z.int().positive().meta({ description: 'Minutes to read the whole text.' }),
    publishedAt: z.iso.datetime(),
  })
  .meta({ id: 'Book' })

export const bookListJson = z.strictObject({
  books: z.array(bookJson),
  hasMore: z.boolean(),
  total: z.int().min(0),
})

export const shelfJson = z.strictObject({ books: z.array(bookJson) })

export const recommendedJson = z.strictObject({
  books: z.array(
    bookJson
      .extend({ reason: z.string().meta({ example: 'Because you read Walden' }) })
      .meta({ id: 'RecommendedBook' }),
  ),
})

const idJson = z.string().regex(/^[0-9a-f]{24}$/)

export const readBookJson = bookJson
  .extend({ readAt: z.iso.datetime() })
  .meta({ id: 'ReadBook', description: 'A book that the asker has read, and when.' })

export const readShelfJson = z.strictObject({ books: z.array(readBookJson) })

export const savedListJson = z.strictObject({ books: z.array(z.strictObject({ bookId: idJson })) })

export const readListJson = z.strictObject({
  books: z.array(z.strictObject({ bookId: idJson, readAt: z.iso.datetime() })),
})

export const placeJson = z
  .strictObject({
    bookId: idJson,
    section: z.string(),
    paragraph: z.int().min(0),
    share: z.number().min(0).max(1),
    placedAt: z.iso.datetime().meta({ description: 'By the server’s clock.' }),
  })
  .meta({ id: 'Place' })

export const placesJson = z.strictObject({ places: z.array(placeJson) })

export const userJson = z
  .strictObject({
    _id: z.string().regex(/^[0-9a-f]{24}$/),
    name: z.string(),
    email: z.string(),
    role: z.string().meta({ description: '`admin`, or another word for readers.' }),
    emailVerified: z.boolean(),
    isEmailVerified: z.boolean(),
    isSubscribed: z.boolean().meta({ description: 'Has full access.' }),
    isSocialAuthenticated: z.boolean().meta({ description: 'Has no password here.' }),
  })
  .meta({ id: 'User' })

export const signedInJson = z.strictObject({ accessToken: z.string(), user: userJson })

export const twoFactorJson = z.strictObject({
  twoFactor: z.literal(true),
  ticket: z.string().meta({
    description: `For /api/auth/two-factor, together with a code, once, within ${durationText(SIGN_IN_TICKET_TTL_MS)}.`,
  }),
})

export const refreshedJson = z.strictObject({
  success: z.literal(true),
  accessToken: z.string(),
  data: z.strictObject({ accessToken: z.string() }),
})

export const errorJson = z
  .strictObject({
    success: z.literal(false),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Error' })

/** The envelope around an answer's data. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({ success: z.literal(true), data, message: z.string().optional() })
}
