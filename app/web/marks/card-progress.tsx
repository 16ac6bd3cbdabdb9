import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'

/** How far a reader has come, under a cover. */
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

/** The way on in a book in which a reader stopped. */
export function ContinueLink({ slug, section }: { slug: string; section: string }) {
  return (
    <p className="mt-1">
      <a
        href={summaryPath(slug) + (section === 'start' ? '' : `#${section}`)}
        className="text-link relative z-1 inline-flex min-h-11 items-center text-sm font-semibold"
      >
        Continue
      </a>
    </p>
  )
}
