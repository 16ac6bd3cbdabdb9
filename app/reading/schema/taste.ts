import { z } from 'zod'
import { GENRES, type GenreSlug } from '../../catalogue/rules/genres.ts'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { MAX_LIKED_BOOKS } from '../rules/taste.ts'

const slugs = GENRES.map(({ slug }) => slug) as [GenreSlug, ...GenreSlug[]]

/** The form of the taste page: favorite genres and ids of liked books, all optional. */
export const tasteForm = z.object({
  genre: z.array(z.enum(slugs)).max(slugs.length).default([]),
  book: z
    .array(z.string().transform((id) => idFrom(id) ?? 0))
    .max(MAX_LIKED_BOOKS, `Please choose at most ${MAX_LIKED_BOOKS} books.`)
    .default([]),
})
export type TasteInput = z.output<typeof tasteForm>
