import { type BookMarks, openingPath } from '../../reading/rules/marks.ts'

/** How much of the summary was read, below the cover. */
export function BookCardProgress({ marks }: { marks: BookMarks }) {
  if (marks.read || marks.share <= 0) return null
  const percent = Math.max(1, Math.round(marks.share * 100))
  return (
    <div className="mt-2">
      <progress
        className="progress"
        value={percent}
        max={100}
        aria-label={`${percent} percent read`}
      />
    </div>
  )
}

/** A link to where the reader stopped. */
export function ContinueLink({
  slug,
  title,
  marks,
}: {
  slug: string
  title: string
  marks: BookMarks | undefined
}) {
  return (
    <a href={openingPath(slug, marks)} className="stretched text-link text-sm font-semibold">
      Continue<span className="sr-only"> {title}</span>
    </a>
  )
}
