import { correctionPath } from '../../catalogue/rules/addresses.ts'
import type { Provenance as ProvenanceFacts } from '../../catalogue/schema/book.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The beginnings of sources, and the headings above them. */
const MARKS = [
  ['Consulted: ', 'Consulted'],
  ['Further reading: ', 'Further reading'],
] as const

/** Where a summary comes from: its dates, its edition, its sources, and what was corrected. */
export function Provenance({ slug, provenance }: { slug: string; provenance: ProvenanceFacts }) {
  const { sources, edition, written, checked, corrections } = provenance
  const others = sources.filter((source) => !MARKS.some(([mark]) => source.startsWith(mark)))
  const groups = [
    ...MARKS.map(([mark, heading]) => ({
      heading,
      items: sources.flatMap((one) => (one.startsWith(mark) ? [one.slice(mark.length)] : [])),
    })),
    { heading: null, items: others },
  ].filter(({ items }) => items.length > 0)
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
                Written on {dateText(written)}
                {checked && `, last checked on ${dateText(checked)}`}.
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
                    <time dateTime={day}>{dateText(day)}</time>: {text}
                  </li>
                ))}
              </List>
            )}
          </div>
        </details>
      )}
      <p className="no-print mt-2 text-sm">
        <a
          href={correctionPath(slug)}
          rel="nofollow"
          className="text-link inline-flex min-h-11 items-center"
        >
          Found a mistake? Tell us
        </a>
      </p>
    </section>
  )
}

const dateText = (day: string) => longDate.format(new Date(day))

/** What the closed details announce. */
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
function EditionText({ edition }: { edition: string }) {
  const [address] = /https:\/\/[^\s,;)]+/.exec(edition) ?? []
  if (!address) return edition
  const [before, after] = edition.split(address, 2)
  return (
    <>
      {before}
      <a href={address} rel="noreferrer" className="text-link">
        {address.replace('https://', '')}
      </a>
      {after}
    </>
  )
}
