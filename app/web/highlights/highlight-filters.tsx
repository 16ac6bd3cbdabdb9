import { numberText } from '../../platform/number-text.ts'
import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { HIGHLIGHT_COLOR_LABELS } from '../../reading/rules/highlights/highlight.ts'
import type { MyHighlightsQuery } from '../../reading/schema/my-highlights-forms.ts'
import type { MyHighlights } from '../../reading/service/highlights/my-highlights.server.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { MY_HIGHLIGHTS_PATH, myHighlightsAddress } from './my-highlights-address.ts'

const FIRST_TAGS = 8

interface FilterProps {
  query: MyHighlightsQuery
  list: Pick<MyHighlights, 'colors' | 'tags' | 'books'>
}

/** Search, and links for each color, tag, and book. Each keeps the other choices. */
export function HighlightFilters({ query, list }: FilterProps) {
  const without = { ...query, page: 1 }
  const tags = list.tags.toSorted(
    (a, b) => Number(b.tag === query.tag) - Number(a.tag === query.tag),
  )
  const colors = list.colors.filter(({ color, count }) => count > 0 || color === query.color)
  const tagLink = ({ tag, count }: (typeof tags)[number]) => (
    <FilterLink
      key={tag}
      to={myHighlightsAddress({ ...without, tag: tag === query.tag ? null : tag })}
      isChosen={tag === query.tag}
      count={count}
    >
      <bdi>#{tag}</bdi>
    </FilterLink>
  )
  return (
    <search className="note-filters no-print">
      <form action={MY_HIGHLIGHTS_PATH} className="note-search">
        {(['color', 'tag', 'book'] as const).map(
          (name) =>
            query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
        )}
        <label htmlFor="note-search" className="sr-only">
          Search your highlights and notes
        </label>
        <input
          id="note-search"
          type="search"
          name="query"
          className="field"
          placeholder="Search highlights and notes"
          maxLength={MAX_SEARCH_CHARS}
          enterKeyHint="search"
          defaultValue={query.query}
        />
        <button type="submit" className="icon-button">
          <SearchIcon />
          <span className="sr-only">Search</span>
        </button>
      </form>
      {colors.length > 1 && (
        <ul aria-label="Colors" className="note-chips">
          {colors.map(({ color, count }) => (
            <FilterLink
              key={color}
              to={myHighlightsAddress({ ...without, color: color === query.color ? null : color })}
              isChosen={color === query.color}
              count={count}
            >
              <span className={`note-swatch note-${color}`} />
              {HIGHLIGHT_COLOR_LABELS[color]}
            </FilterLink>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="note-chips">
          {tags.slice(0, FIRST_TAGS).map(tagLink)}
        </ul>
      )}
      {tags.length > FIRST_TAGS && (
        <details>
          <summary className="notes-link">More tags ({tags.length - FIRST_TAGS})</summary>
          <ul aria-label="More tags" className="note-chips">
            {tags.slice(FIRST_TAGS).map(tagLink)}
          </ul>
        </details>
      )}
      {list.books.length > 1 && (
        <details open={query.book !== null}>
          <summary className="notes-link">Books ({list.books.length})</summary>
          <ul aria-label="Books" className="note-books">
            {list.books.map(({ slug, title, count }) => (
              <FilterLink
                key={slug}
                to={myHighlightsAddress({ ...without, book: slug === query.book ? null : slug })}
                isChosen={slug === query.book}
                count={count}
              >
                {title}
              </FilterLink>
            ))}
          </ul>
        </details>
      )}
    </search>
  )
}

interface FilterLinkProps {
  to: string
  isChosen: boolean
  count: number
  children: React.ReactNode
}

/** A choice with its number of highlights; the chosen one leads back to all. */
function FilterLink({ to, isChosen, count, children }: FilterLinkProps) {
  return (
    <li>
      <a href={to} aria-current={isChosen ? 'true' : undefined} className="note-chip">
        {children}
        <span className="note-count">{numberText(count)}</span>
      </a>
    </li>
  )
}
