import { Callout } from '../ui/callout.tsx'
import './rows.css'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'

const SECTIONS = [
  ['/admin', 'Overview'],
  ['/admin/books', 'Books'],
  ['/admin/collections', 'Collections'],
  ['/admin/today', 'Today’s read'],
  ['/admin/import', 'Import and export'],
  ['/admin/corrections', 'Corrections'],
  ['/admin/requests', 'Requests'],
  ['/admin/readers', 'Readers'],
  ['/admin/log', 'Log'],
  ['/admin/health', 'Health'],
] as const

/** A page of the administration: navigation, title, flash message, and content. */
export function AdminPage({
  at,
  title,
  flash,
  children,
}: {
  /** The section that the page belongs to. */
  at: (typeof SECTIONS)[number][0]
  title: string
  /** What has just been done. */
  flash?: string | null | undefined
  children: React.ReactNode
}) {
  return (
    <div className="wrap pt-8 pb-24">
      <nav aria-label="Administration" className="admin-nav mb-6 flex flex-wrap">
        {SECTIONS.map(([href, label]) => (
          <a
            key={href}
            href={href}
            aria-current={href === at ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center ${href === at ? 'font-semibold underline' : 'text-link'}`}
          >
            {label}
          </a>
        ))}
      </nav>
      <h1 className="page-title wrap-anywhere">{title}</h1>
      {flash && <Callout className="mt-5">{flash}</Callout>}
      {children}
    </div>
  )
}

/** A table that scrolls sideways on narrow screens. On phones, rows of wide tables become blocks. */
export function AdminTable({
  caption,
  head,
  children,
}: {
  caption: string
  head: string[]
  children: React.ReactNode
}) {
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={`rows mt-6 overflow-x-auto ${head.length > 2 ? 'rows-wide' : ''}`}
    >
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-soft">
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className="font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The search field above a list. */
export function SearchForm({
  action,
  label,
  search,
}: {
  action: string
  label: string
  search: string
}) {
  return (
    <form action={action} role="search" className="mt-6 flex max-w-xl flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <label htmlFor="search" className="mb-1 block font-semibold">
          {label}
        </label>
        <input id="search" type="search" name="search" defaultValue={search} className="field" />
      </div>
      <SubmitButton>Search</SubmitButton>
    </form>
  )
}

/** The link to the next page of a list. */
export function NextPage({ href, label = 'Older' }: { href: string | null; label?: string }) {
  if (!href) return null
  return (
    <p className="mt-6">
      <ButtonLink href={href} look="quiet">
        {label}
      </ButtonLink>
    </p>
  )
}
