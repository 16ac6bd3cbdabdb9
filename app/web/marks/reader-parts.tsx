import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { type Section, type Summary, summaryText } from '../../catalogue/rules/summary/parse.ts'
import { type BookMarks, FINISHED_SHARE, positionPath } from '../../reading/rules/marks.ts'
import { MarkToggles } from './mark-toggles.tsx'

/** The parts of a summary for a reader who is signed in. */
export interface ReaderView {
  marks: BookMarks
  /** Where they stopped the last time. */
  position: { section: string; paragraph: number; share: number } | null
  /** How much of the whole text they can read, 0 to 1. */
  readable: number
}

interface PartProps {
  slug: string
  title: string
  reader: ReaderView
}

/** The toggles, and the link to where the reader stopped. */
export function ReaderBar({ slug, title, reader }: PartProps) {
  const { position } = reader
  const isUnfinished = position !== null && position.share < FINISHED_SHARE
  return (
    <div className="no-print mt-6 flex flex-wrap max-sm:-mb-4 items-center gap-3">
      {isUnfinished && position.section !== 'start' && (
        <a href={`#${position.section}`} className="button">
          Continue where you left off
        </a>
      )}
      <MarkToggles slug={slug} title={title} marks={reader.marks} back={summaryPath(slug)} />
    </div>
  )
}

/** The end of a full summary. */
export function EndOfText({ slug, title, reader }: PartProps) {
  return (
    <aside
      aria-label="The end"
      className="no-print mt-12 flex max-w-160 flex-wrap items-center gap-4 border-t border-line pt-6"
    >
      <p className="mr-auto">You’ve reached the end.</p>
      <MarkToggles
        only="read"
        slug={slug}
        title={title}
        marks={reader.marks}
        back={summaryPath(slug)}
      />
    </aside>
  )
}

/** Without JavaScript, readers save their position themselves. */
export function PositionForm({
  slug,
  section,
  summary,
  readable,
}: {
  slug: string
  section: Section
  summary: Summary
  readable: number
}) {
  const { sections } = summary
  const length = (some: Section[]) => summaryText({ sections: some, cut: false }).length
  const before = length(sections.slice(0, sections.indexOf(section)))
  const share = (before / Math.max(1, length(sections))) * readable
  return (
    <noscript>
      <form method="post" action={positionPath(slug)} className="no-print mb-4 font-sans text-sm">
        <input type="hidden" name="section" value={section.id} />
        <input type="hidden" name="share" value={share.toFixed(4)} />
        <input type="hidden" name="back" value="" />
        <button type="submit" className="text-link min-h-11">
          Save my place here
        </button>
      </form>
    </noscript>
  )
}
