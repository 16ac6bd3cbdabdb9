import { Fragment } from 'react'
import { CONFIRMATION } from '../../catalogue/rules/addresses.ts'
import { PositionForm } from '../marks/reader-parts.tsx'
import { Finished } from '../ui/finished.tsx'
import { AboveTheFoldEnds } from '../ui/above-the-fold-ends.tsx'
import { Callout } from '../ui/callout.tsx'
import { paragraphId, sharesBefore } from '../../reading/rules/position.ts'
import type { PackedHighlights } from '../../reading/rules/highlights/changes.ts'
import type { ReaderValue } from '../ui/reader-fragment.tsx'
import {
  type Highlights,
  highlightsIn,
  LineIn,
  linksIn,
  type NextBooks,
  placesIn,
} from './summary-lines.tsx'
import type {
  Block,
  ParagraphPlace,
  Section,
  Summary,
} from '../../catalogue/rules/summary/parse.ts'
import { type Steps, withSteps } from '../../catalogue/rules/summary/steps.ts'

type Confirmation = ParagraphPlace & { text: string }

interface SummaryTextProps {
  summary: Summary
  /** For the forms that save the reading position; null for visitors. */
  positionForms: { slug: string; readable: number } | null
  confirmation?: Confirmation | null
  within?: string
  nextBooks?: NextBooks
  /** What the reader has highlighted; null for visitors. */
  notes?: ReaderValue<PackedHighlights> | null
  hasAudio?: boolean | undefined
}

export function SummaryText({
  summary,
  positionForms,
  confirmation,
  within,
  nextBooks,
  notes,
  hasAudio,
}: SummaryTextProps) {
  const { sections } = summary
  const highlights =
    notes && positionForms
      ? highlightsIn(summary, nextBooks, notes, positionForms.slug)
      : hasAudio
        ? placesIn(summary)
        : undefined
  const indexes = new Map(sections.map((section, i) => [section, i]))
  const shares = positionForms && sharesBefore(summary)
  const show = (section: Section) => {
    const i = indexes.get(section)!
    return (
      <SectionText
        key={section.id}
        section={section}
        before={sections[i - 1]}
        after={sections[i + 1]}
        within={within}
        nextBooks={nextBooks}
        highlights={highlights}
        confirmation={confirmation?.section === section.id ? confirmation : null}
      >
        {positionForms && shares && (
          <PositionForm
            slug={positionForms.slug}
            section={section}
            share={shares[i]! * positionForms.readable}
          />
        )}
      </SectionText>
    )
  }
  const content = () => (
    <>
      {groupIdeas(sections).map((group) =>
        group[0]!.number === null ? (
          group.map(show)
        ) : (
          <ol key={group[0]!.id} className="ideas">
            {group.map((idea) => (
              <li key={idea.id} value={idea.number!}>
                {show(idea)}
              </li>
            ))}
          </ol>
        ),
      )}
    </>
  )
  // A reader's text depends on their highlights.
  if (positionForms) return <div className="summary-text">{content()}</div>
  return (
    <Finished
      element="div"
      name="text"
      className="summary-text"
      dependsOn={import.meta.env.SSR && [summary, within, nextBooks, hasAudio]}
    >
      {content}
    </Finished>
  )
}

function groupIdeas(sections: Section[]): Section[][] {
  const groups: Section[][] = []
  for (const section of sections) {
    const group = groups.at(-1)
    if (section.number !== null && group && group[0]!.number !== null) group.push(section)
    else groups.push([section])
  }
  return groups
}

interface SectionTextProps {
  section: Section
  before: Section | undefined
  after: Section | undefined
  within: string | undefined
  nextBooks: NextBooks | undefined
  highlights: Highlights | undefined
  confirmation: Confirmation | null
  /** For a reader whose position is saved: content below the heading. Then paragraphs have ids. */
  children: React.ReactNode
}

function SectionText({
  section,
  before,
  after,
  within,
  nextBooks,
  highlights,
  confirmation,
  children,
}: SectionTextProps) {
  const { id, heading, number, blocks } = section
  const steps = withSteps(blocks)
  const said = confirmation && (
    <Callout id={CONFIRMATION} className="my-6 font-sans text-base">
      {confirmation.text}
    </Callout>
  )
  const saidAt = confirmation ? Math.min(confirmation.paragraph, steps.length - 1) : null
  const name = within ? `${within} ${id}` : id
  // HTML wants a heading in every section.
  const Part = heading === null ? 'div' : 'section'
  return (
    <Part aria-labelledby={heading === null ? undefined : name}>
      {saidAt === 0 && said}
      {heading !== null && (
        <h2 id={id} tabIndex={-1}>
          {number === null ? (
            heading === 'Hook' ? (
              <span className="idea-number">{heading}</span>
            ) : (
              heading
            )
          ) : (
            <>
              <span className="idea-number">{`Idea ${number}`}</span>
              {` ${heading}`}
            </>
          )}
        </h2>
      )}
      {children}
      {steps.map((block, i) => (
        <Fragment key={i}>
          {saidAt === i && i > 0 && said}
          <BlockText
            block={block}
            links={linksIn(section, nextBooks)}
            isContext={heading === 'Key Passages' && i % 2 === 1}
            idOf={children ? (at) => paragraphId(id, at) : undefined}
            at={i}
            highlights={highlights}
          />
        </Fragment>
      ))}
      <IdeaSteps before={before} after={after} />
      {!before && <AboveTheFoldEnds />}
    </Part>
  )
}

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
          Next<span className="max-sm:hidden">{`: ${after.heading}`}</span>
        </span>
        <span aria-hidden="true">↓</span>
      </a>
    </div>
  )
}

interface BlockTextProps {
  block: Block | Steps
  idOf?: ((at: number) => string) | undefined
  at?: number
  links?: NextBooks | undefined
  isContext?: boolean
  highlights?: Highlights | undefined
}

/** A paragraph or a list. */
export function BlockText({ block, idOf, at = 0, links, isContext, highlights }: BlockTextProps) {
  if (block.kind === 'steps') {
    return (
      <ol start={block.start}>
        {block.items.map(({ heading, at: first, blocks }) => (
          <li key={first} id={idOf?.(first)}>
            <LineIn element="h3" className="mb-2 text-xl" line={heading} highlights={highlights} />
            {blocks.map((inner, i) => (
              <BlockText
                key={i}
                block={inner}
                idOf={idOf}
                at={first + 1 + i}
                highlights={highlights}
              />
            ))}
          </li>
        ))}
      </ol>
    )
  }
  const id = idOf?.(at)
  if (block.kind === 'paragraph') {
    return (
      <LineIn
        element="p"
        id={id}
        className={isContext ? 'text-soft' : undefined}
        line={block.line}
        highlights={highlights}
      />
    )
  }
  const items = block.items.map((line, i) => (
    <LineIn key={i} element="li" line={line} links={links} highlights={highlights} />
  ))
  return block.ordered ? (
    <ol id={id} start={block.start}>
      {items}
    </ol>
  ) : (
    <ul id={id}>{items}</ul>
  )
}
