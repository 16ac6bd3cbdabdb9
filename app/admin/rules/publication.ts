/** Whether readers see a book, and since when or until when. */
export interface PublicationState {
  state: 'published' | 'scheduled' | 'withdrawn'
  at: Date
}

export function publicationStateOf(
  { publishedAt, withdrawnAt }: { publishedAt: Date; withdrawnAt: Date | null },
  now: Date,
): PublicationState {
  if (withdrawnAt) return { state: 'withdrawn', at: withdrawnAt }
  return { state: publishedAt > now ? 'scheduled' : 'published', at: publishedAt }
}
