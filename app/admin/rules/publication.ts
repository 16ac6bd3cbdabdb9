/** Where a book stands, and since when or until when. */
export interface Publication {
  state: 'published' | 'scheduled' | 'withdrawn'
  at: Date
}

/** Whether readers see a book. */
export function publicationOf(
  { publishedAt, withdrawnAt }: { publishedAt: Date; withdrawnAt: Date | null },
  now: Date,
): Publication {
  if (withdrawnAt) return { state: 'withdrawn', at: withdrawnAt }
  return { state: publishedAt > now ? 'scheduled' : 'published', at: publishedAt }
}

/** A moment to the minute, in UTC: 2026-11-21 14:05. */
export function toTheMinute(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}
