/**
 * The genres, in the order in which readers see them. The look of their covers is in
 * packages/covers/genres.ts.
 */
export const GENRES = [
  { slug: 'self-help', label: 'Self-Help' },
  { slug: 'health-and-wellness', label: 'Health & Wellness' },
  { slug: 'money-and-economics', label: 'Money & Economics' },
  { slug: 'career-and-business', label: 'Career & Business' },
  { slug: 'relationships', label: 'Relationships' },
  { slug: 'biography-autobiography', label: 'Biography/Autobiography' },
  { slug: 'science-and-technology', label: 'Science & Technology' },
  { slug: 'culture-and-humanity', label: 'Culture & Humanity' },
  { slug: 'fiction', label: 'Fiction' },
] as const

export type Genre = (typeof GENRES)[number]
export type GenreSlug = Genre['slug']

export function genreBySlug(slug: string): Genre | undefined {
  return GENRES.find((genre) => genre.slug === slug)
}

export function findGenre(name: string): Genre | undefined {
  const wanted = name.trim().toLowerCase()
  return GENRES.find((genre) => genre.slug === wanted || genre.label.toLowerCase() === wanted)
}

/**
 * The label for a stored slug.
 * @throws Error for an unknown slug; imports refuse such books
 */
export function genreLabel(slug: string): Genre['label'] {
  const genre = genreBySlug(slug)
  if (!genre) throw new Error(`Unknown genre in the database: ${slug}`)
  return genre.label
}
