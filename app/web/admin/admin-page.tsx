import { useActionData } from 'react-router'
import { Callout } from '../ui/callout.tsx'
import { problemTitle } from '../ui/page-meta.ts'
import { InputField } from './input-field.tsx'
import './rows.css'
import { ButtonLink, SubmitButton, TextLink } from '../ui/controls.tsx'

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
  tab = title,
  flash,
  children,
}: {
  at: (typeof SECTIONS)[number][0]
  title: string
  tab?: string
  flash?: string | null | undefined
  children: React.ReactNode
}) {
  const sent = useActionData() as { result?: { error?: unknown } } | undefined
  const name = at === '/admin' ? 'Administration · Readr' : `${tab} · Administration · Readr`
  return (
    <div className="wrap pt-8 pb-24">
      <title>{sent?.result?.error ? problemTitle(name) : name}</title>
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

/** A titled box, side by side with others on wide screens. */
export function AdminSection({
  id,
  title,
  className = '',
  children,
}: {
  id: string
  title: React.ReactNode
  className?: string
  children: React.ReactNode
}) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`min-w-0 rounded-xl bg-sunk p-5 ${className}`}
    >
      <h2 id={`${id}-title`} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

type Cell = React.ReactNode | { href: string; text: string; about?: string }

const isLink = (cell: Cell): cell is Extract<Cell, { href: string }> =>
  typeof cell === 'object' && cell !== null && 'href' in cell

interface AdminListProps {
  caption: string
  rows: Record<string, Cell>[]
  /** Shown instead of a list without rows. */
  empty?: string
  /** The result of a search, so screen readers announce that it is empty. */
  isResult?: boolean
  /** Where the list continues; null: nowhere. */
  next?: string | null
  more?: string
}

/**
 * A list as a table, which scrolls sideways on narrow screens. On phones, rows of wide tables become
 * blocks.
 */
export function AdminList({
  caption,
  rows,
  empty,
  isResult = false,
  next = null,
  more = 'Older',
}: AdminListProps) {
  const columns = Object.keys(rows[0] ?? {})
  return (
    <>
      {rows.length > 0 ? (
        <div
          role="region"
          aria-label={caption}
          tabIndex={0}
          className={`rows mt-6 overflow-x-auto ${columns.length > 2 ? 'rows-wide' : ''}`}
        >
          <table className="w-full">
            <caption className="sr-only">{caption}</caption>
            <thead className="text-sm text-soft">
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className="font-semibold">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i}>
                  {columns.map((name) => (
                    <td key={name}>
                      <CellContent cell={row[name]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        empty && (
          <p className="mt-6 text-soft" role={isResult ? 'status' : undefined}>
            {empty}
          </p>
        )
      )}
      <NextPage href={next} label={more} />
    </>
  )
}

function CellContent({ cell }: { cell: Cell }) {
  if (!isLink(cell)) return cell
  return (
    <TextLink href={cell.href} dir="auto">
      {cell.text}
      {cell.about && <span className="sr-only"> {cell.about}</span>}
    </TextLink>
  )
}

interface SearchFormProps {
  action: string
  label: string
  search: string
  submit?: string
  children?: React.ReactNode
}

/** The search field above a list. */
export function SearchForm({
  action,
  label,
  search,
  submit = 'Search',
  children,
}: SearchFormProps) {
  return (
    <form action={action} role="search" className="mt-6 flex max-w-xl flex-wrap items-end gap-3">
      {children}
      <div className="min-w-0 grow">
        <InputField type="search" name="search" label={label} defaultValue={search} />
      </div>
      <SubmitButton>{submit}</SubmitButton>
    </form>
  )
}

/** The link to the next page of a list; null: there is none. */
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
