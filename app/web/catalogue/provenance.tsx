import { correctionPath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { addressIn, sourceGroups } from '../../catalogue/rules/sources.ts'
import { longDate } from '../../platform/long-date.ts'
import { sendPath } from '../../reading/rules/kindle.ts'
import { EpubLink } from '../epub/epub-link.tsx'
import type { Provenance as ProvenanceFacts } from '../../catalogue/schema/book.ts'
import { LineLink, TextLink } from '../ui/controls.tsx'

/** Where a summary comes from: its dates, its edition, its sources, and what was corrected. */
export function Provenance({
  slug,
  provenance,
  isReader,
  openAt,
}: {
  slug: string
  provenance: ProvenanceFacts
  isReader: boolean
  /** The page where the whole text is open to anyone; undefined: the book's own page. */
  openAt?: string | undefined
}) {
  const { sources, edition, written, checked, corrections } = provenance
  const groups = sourceGroups(sources)
  const hasDetails = sources.length > 0 || edition || written || corrections.length > 0
  return (
    <section aria-label="About this summary" className="mt-12 max-w-160 text-soft">
      {hasDetails && (
        <details className="group border-y border-line">
          <summary className="flex min-h-11 items-center font-semibold hover:text-accent">
            {headingOf(provenance)}
            <span aria-hidden="true" className="ml-auto group-open:-scale-y-100">
              ↓
            </span>
          </summary>
          <div className="grid gap-4 pb-4 text-sm">
            {written && (
              <p>
                {`Written on ${longDate(written)}${checked ? `, last checked on ${longDate(checked)}` : ''}.`}
              </p>
            )}
            {edition && (
              <p>
                Quotations follow <EditionText edition={edition} />.
              </p>
            )}
            {groups.map(({ heading, items }) => (
              <List key={heading} heading={heading}>
                {items.map((source) => (
                  <li key={source}>{source}</li>
                ))}
              </List>
            ))}
            {corrections.length > 0 && (
              <List heading="Corrections">
                {corrections.map(({ day, text }, i) => (
                  <li key={i}>
                    <time dateTime={day}>{longDate(day)}</time>: {text}
                  </li>
                ))}
              </List>
            )}
          </div>
        </details>
      )}
      <p className="no-print mt-2 flex flex-wrap gap-x-6 text-sm">
        {openAt === undefined && <EpubLink page={summaryPath(slug)} />}
        {isReader && <LineLink href={sendPath(slug)}>Send to Kindle</LineLink>}
        <LineLink href={correctionPath(slug)} rel="nofollow">
          Found a mistake? Tell us
        </LineLink>
      </p>
    </section>
  )
}

function headingOf({ sources, corrections }: ProvenanceFacts): string {
  const parts = [
    ...(sources.length > 0 ? [`Sources (${sources.length})`] : []),
    ...(corrections.length > 0 ? [`Corrections (${corrections.length})`] : []),
  ]
  return parts.join(' · ') || 'About this summary'
}

function List({ heading, children }: { heading: string | null; children: React.ReactNode }) {
  return (
    <div>
      {heading && <h3 className="mb-2 font-sans font-semibold">{heading}</h3>}
      <ul className="grid gap-2">{children}</ul>
    </div>
  )
}

/** An edition, with its address as a link. */
export function EditionText({ edition }: { edition: string }) {
  const address = addressIn(edition)
  if (!address) return edition
  const [before, after] = edition.split(address, 2)
  return (
    <>
      {before}
      <TextLink href={address} rel="noreferrer">
        {address.replace('https://', '')}
      </TextLink>
      {after}
    </>
  )
}
