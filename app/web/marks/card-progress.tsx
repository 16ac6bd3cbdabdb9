import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'

/** How much of the summary was read, below the cover. */
export function Progress({ marks }: { marks: BookMarks }) {
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

/** A link to the section where the reader stopped. */
export function ContinueLink({
  slug,
  section,
  title,
}: {
  slug: string
  section: string
  title: string
}) {
  return (
    <a
      href={summaryPath(slug) + (section === 'start' ? '' : `#${section}`)}
      className="stretched text-link text-sm font-semibold"
    >
      Continue<span className="sr-only"> {title}</span>
    </a>
  )
}
