import { PositionForm } from '../marks/reader-parts.tsx'
import { FirstViewEnds } from '../ui/first-view.tsx'
import { paragraphId } from '../../reading/rules/position.ts'
import type { Block, Line, Section, Summary } from '../../catalogue/rules/summary/parse.ts'

interface SummaryTextProps {
  summary: Summary
  /** For the forms that save the reading position; null for visitors. */
  positionForms: { slug: string; readable: number } | null
  /** The id of this text's label, when a page has several texts. */
  within?: string
}

export function SummaryText({ summary, positionForms, within }: SummaryTextProps) {
  return (
    <div className="summary-text">
      {summary.sections.map((section, i) => (
        <SectionText
          key={section.id}
          section={section}
          before={summary.sections[i - 1]}
          after={summary.sections[i + 1]}
          within={within}
        >
          {positionForms && <PositionForm {...positionForms} section={section} summary={summary} />}
        </SectionText>
      ))}
    </div>
  )
}

interface SectionTextProps {
  section: Section
  before: Section | undefined
  after: Section | undefined
  within: string | undefined
  /** For a reader whose position is saved: content below the heading. Then paragraphs have ids. */
  children: React.ReactNode
}

function SectionText({ section, before, after, within, children }: SectionTextProps) {
  const { id, heading, number, blocks } = section
  const name = within ? `${within} ${id}` : id
  return (
    <section aria-labelledby={heading === null ? undefined : name}>
      {heading !== null && (
        <h2 id={id} tabIndex={-1}>
          {number !== null && <span className="idea-number">Idea {number}</span>} {heading}
        </h2>
      )}
      {children}
      {blocks.map((block, i) => (
        <BlockText key={i} id={children ? paragraphId(id, i) : undefined} block={block} />
      ))}
      <IdeaSteps before={before} after={after} />
      {!before && <FirstViewEnds />}
    </section>
  )
}

/** Links to the previous and next section. */
function IdeaSteps({ before, after }: { before: Section | undefined; after: Section | undefined }) {
  if (!after?.heading) return null
  return (
    <div className="idea-steps no-print">
      {before?.heading && (
        <a href={`#${before.id}`} aria-label={`Previous: ${before.heading}`}>
          <span aria-hidden="true">↑</span> Previous
        </a>
      )}
      <a href={`#${after.id}`} aria-label={`Next: ${after.heading}`} className="ml-auto">
        <span>
          Next<span className="max-sm:hidden">: {after.heading}</span>
        </span>
        <span aria-hidden="true">↓</span>
      </a>
    </div>
  )
}

/** A paragraph or a list. */
export function BlockText({ block, id }: { block: Block; id?: string | undefined }) {
  if (block.kind === 'paragraph') {
    return (
      <p id={id}>
        <LineText line={block.line} />
      </p>
    )
  }
  const items = block.items.map((line, i) => (
    <li key={i}>
      <LineText line={line} />
    </li>
  ))
  return block.ordered ? (
    <ol id={id} start={block.start}>
      {items}
    </ol>
  ) : (
    <ul id={id}>{items}</ul>
  )
}

function LineText({ line }: { line: Line }) {
  return line.label === null ? (
    line.text
  ) : (
    <>
      <strong>{line.label}:</strong> {line.text}
    </>
  )
}

/** Links to all headings. */
export function SummaryContents({ summary, title }: { summary: Summary; title: string }) {
  const headed = summary.sections.filter((section) => section.heading !== null)
  if (headed.length < 2) return null
  return (
    <nav aria-label={title}>
      <ol className="text-[0.95rem] leading-snug">
        {headed.map(({ id, heading, number }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex gap-3 py-1.5 hover:text-accent">
              <span
                aria-hidden={number === null}
                className="w-4 shrink-0 text-right font-semibold text-accent"
              >
                {number ?? '·'}
              </span>
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
