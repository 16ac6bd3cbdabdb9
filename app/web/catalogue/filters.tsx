import { numberText } from '../../platform/number-text.ts'
import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { closeMenus } from '../behaviors/menus.ts'
import { Finished } from '../ui/finished.tsx'
import { FilterIcon } from '../ui/icons.tsx'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { topicPath } from '../../catalogue/rules/addresses.ts'
import type { CatalogueData } from './catalogue-data.ts'
import { SORTS } from '../../catalogue/rules/lists.ts'
import { SubmitButton } from '../ui/controls.tsx'

const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  title: 'Title',
  author: 'Author',
  newest: 'Newest',
  popular: 'Most read',
}

/**
 * On a phone, the panel is above the books and hides them. With the keyboard, arrows go through the
 * choices, so it stays open.
 */
function closeOnPhones(form: HTMLFormElement, chosen: Element): void {
  if (getComputedStyle(form).position !== 'static' || chosen.matches(':focus-visible')) return
  const panel = form.closest('details')!
  panel.open = false
  panel.querySelector('summary')!.focus({ preventScroll: true })
}

/** Genre and sort as a GET form. With JavaScript, a choice applies right away. */
export function Filters({ loaderData }: { loaderData: CatalogueData }) {
  const { query, topic, genreCounts } = loaderData
  const action = topic ? topicPath(topic.slug) : '/browse/books'
  const navigate = useNavigate()
  useEffect(closeMenus, [])
  const form = useRef<HTMLFormElement>(null)
  // Set the values here: fields that are rendered again would lose the focus.
  useEffect(() => {
    const { genre, sort } = form.current!.elements as unknown as Record<string, { value: string }>
    genre!.value = query.genre ?? ''
    sort!.value = query.sort ?? ''
  }, [query])
  return (
    <details data-menu="" className="relative w-full md:w-auto">
      <summary className="button button-quiet w-full md:w-auto">
        <FilterIcon />
        Filters
        {query.genre && (
          <span className="rounded-full bg-wash px-2 text-sm text-accent">
            {GENRES.find((genre) => genre.slug === query.genre)?.label}
          </span>
        )}
      </summary>
      <Form
        action={action}
        ref={form}
        onChange={(event) => {
          const chosen = new URLSearchParams()
          for (const [name, value] of new FormData(event.currentTarget)) {
            if (typeof value === 'string' && value !== '') chosen.set(name, value)
          }
          void navigate({ pathname: action, search: chosen.toString() })
          closeOnPhones(event.currentTarget, event.target as Element)
        }}
        className="mt-3 rounded-xl border border-line bg-raised p-4 md:absolute md:right-0 md:z-10 md:w-88 md:[box-shadow:var(--shadow-panel)]"
      >
        {query.search && <input type="hidden" name="search" value={query.search} />}
        <fieldset>
          <legend className="font-semibold">Genre</legend>
          <Finished element="div" className="mt-1" dependsOn={['genres', query.genre, genreCounts]}>
            {() =>
              [{ slug: '', label: 'All' }, ...GENRES].map(({ slug, label }, i) => (
                <label
                  key={slug}
                  className="flex min-h-11 items-center gap-3 rounded-md px-2 hover:bg-sunk"
                >
                  <input
                    type="radio"
                    name="genre"
                    value={slug}
                    defaultChecked={(query.genre ?? '') === slug}
                    className="size-4.5 accent-accent"
                  />
                  <span className="min-w-0 grow wrap-anywhere">{label}</span>
                  {slug !== '' && (
                    <span className="text-sm text-soft">{numberText(genreCounts[i - 1]!)}</span>
                  )}
                </label>
              ))
            }
          </Finished>
        </fieldset>
        <label className="mt-4 block font-semibold">
          Sort by
          <select name="sort" defaultValue={query.sort ?? ''} className="field mt-1 font-normal">
            <option value="">{query.search ? 'Best match' : 'Title'}</option>
            {SORTS.filter((sort) => query.search || sort !== 'title').map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </select>
        </label>
        <SubmitButton className="mt-4 w-full [html[data-ready]_&:not(:focus)]:sr-only">
          Apply
        </SubmitButton>
      </Form>
    </details>
  )
}
