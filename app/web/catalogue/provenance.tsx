import type { Provenance as ProvenanceFacts } from '../../catalogue/schema/book.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The beginnings of sources, and the headings above them. */
const MARKS = [
  ['Consulted: ', 'Consulted'],
  ['Further reading: ', 'Further reading'],
] as const

/** Where a summary comes from: its edition, its dates, and its sources. */
export function Provenance({ provenance }: { provenance: ProvenanceFacts }) {
  const { sources, edition, written, checked } = provenance
  if (sources.length === 0 && !edition && !written) return null
  const marked = MARKS.flatMap(([mark, heading]) => {
    const found = sources.filter((source) => source.startsWith(mark))
    return found.length > 0 ? [{ heading, items: found.map((one) => one.slice(mark.length)) }] : []
  })
  const others = sources.filter((source) => !MARKS.some(([mark]) => source.startsWith(mark)))
  return (
    <details className="group mt-12 max-w-160 border-y border-line text-soft">
      <summary className="flex min-h-11 items-center font-semibold hover:text-accent">
        Sources ({sources.length})
        <span aria-hidden="true" className="ml-auto group-open:-scale-y-100">
          ↓
        </span>
      </summary>
      <div className="grid gap-4 pb-4 text-sm">
        {written && (
          <p>
            Written on {longDate.format(new Date(written))}
            {checked && `, last checked on ${longDate.format(new Date(checked))}`}.
          </p>
        )}
        {edition && (
          <p>
            Quotations follow <EditionText edition={edition} />.
          </p>
        )}
        {marked.map(({ heading, items }) => (
          <div key={heading}>
            <h3 className="mb-2 font-sans font-semibold">{heading}</h3>
            <SourceList sources={items} />
          </div>
        ))}
        {others.length > 0 && <SourceList sources={others} />}
      </div>
    </details>
  )
}

function SourceList({ sources }: { sources: string[] }) {
  return (
    <ul className="grid gap-2">
      {sources.map((source) => (
        <li key={source}>{source}</li>
      ))}
    </ul>
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
