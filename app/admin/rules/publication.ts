/** Whether readers see a book, and since when or until when. */
export interface Publication {
  state: 'published' | 'scheduled' | 'withdrawn'
  at: Date
}

export function publicationOf(
  { publishedAt, withdrawnAt }: { publishedAt: Date; withdrawnAt: Date | null },
  now: Date,
): Publication {
  if (withdrawnAt) return { state: 'withdrawn', at: withdrawnAt }
  return { state: publishedAt > now ? 'scheduled' : 'published', at: publishedAt }
}
