import { Fragment, useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { useRootData } from './root-data.ts'
import { MyListCount } from './my-list-count.tsx'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { loadSuggestions } from '../behaviors/search/load-suggestions.ts'
import { Finished } from '../ui/finished.tsx'
import { CloseIcon, LogoMark, MenuIcon, SearchIcon } from '../ui/icons.tsx'
import { ButtonLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const linkStyle = 'bar-link'

/** The bar at the top of every page, with the search box, and the drawer for small screens. */
export function NavigationBar() {
  const { pathname } = useLocation()
  const root = useRootData()
  const isReader = Boolean(root?.reader)
  // Highlights have their own search, and a review has none.
  const searches = /^\/browse(?:\/(?!notes|review)|$)/.test(pathname)
  return (
    <header className="bar no-print">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-2 pt-2.5 pb-2.5">
        <a
          href={isReader ? '/browse' : '/'}
          className="display mr-auto flex min-h-11 items-center gap-2.5 text-[1.6rem]"
        >
          <LogoMark className="h-7.5" />
          Readr
        </a>
        {searches && (
          <div className="hidden w-full max-w-sm lg:block">
            <SearchBox id="search-bar" />
          </div>
        )}
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <PlaceLink href="/browse/books" isExact className={linkStyle}>
            Books
          </PlaceLink>
          <AccountLinks className={linkStyle} />
          {root?.access !== 'full' && (
            <ButtonLink href="/subscribe" className="ml-2">
              Get Started
            </ButtonLink>
          )}
        </nav>
        <button type="button" popoverTarget="drawer" className="icon-button -mr-2 md:hidden">
          <MenuIcon className="size-6" />
          <span className="sr-only">Menu</span>
        </button>
        {searches && (
          <div className="w-full pt-2 lg:hidden">
            <SearchBox id="search-bar-small" />
          </div>
        )}
      </div>
      <Drawer />
    </header>
  )
}

interface PlaceLinkProps {
  href: string
  isExact?: boolean
  className: string
  children: React.ReactNode
}

function PlaceLink({ href, isExact, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation()
  const isCurrent = pathname === href || (!isExact && pathname.startsWith(`${href}/`))
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </a>
  )
}

/** In the menu of readers, besides My List. */
const READING_PLACES = [
  ['/browse/notes', 'Highlights and notes'],
  ['/browse/review', 'Daily review'],
  ['/browse/year', 'Your reading'],
] as const

/** Login for visitors; My List, Review, Settings, and Logout for readers; Admin for administrators. */
function AccountLinks({
  className,
  Item = Fragment,
}: {
  className: string
  Item?: 'li' | typeof Fragment
}) {
  const reader = useRootData()?.reader
  const place = (href: string, label: string, count?: React.ReactNode) => (
    <PlaceLink href={href} className={className}>
      {label}
      {count}
    </PlaceLink>
  )
  if (!reader) return <Item>{place('/login', 'Login')}</Item>
  return (
    <>
      <Item>{place('/browse/books/my-list', 'My List', <MyListCount own={reader.data} />)}</Item>
      {Item === Fragment ? (
        <span className="max-xl:hidden">{place('/browse/notes', 'Highlights')}</span>
      ) : (
        READING_PLACES.map(([href, label]) => <li key={href}>{place(href, label)}</li>)
      )}
      <Item>{place('/settings', 'Settings')}</Item>
      {reader.isAdmin && <Item>{place('/admin', 'Admin')}</Item>}
      <Item>
        <PostForm action="/logout">
          <button type="submit" className={`${className} w-full`}>
            Logout
          </button>
        </PostForm>
      </Item>
    </>
  )
}

/** Milliseconds without typing after which the search runs. */
const TYPING_PAUSE_MS = 250

/** A GET form. With JavaScript, results update while the reader types. Empty on other pages. */
function SearchBox({ id }: { id: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  const onResults = location.pathname === '/browse/books'
  const searched = onResults ? (new URLSearchParams(location.search).get('search') ?? '') : ''
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The last search from this box. Any other search in the URL is copied into the box.
  const asked = useRef(searched)
  useEffect(() => {
    if (input.current && searched !== asked.current) input.current.value = searched
    asked.current = searched
  }, [searched])

  // The first letter makes a history entry, which the next ones replace.
  const isTyped = (location.state as { isTyped?: boolean } | null)?.isTyped === true
  function search(isTyping: boolean) {
    clearTimeout(timer.current)
    const text = input.current?.value.trim() ?? ''
    const address = `/browse/books${text && `?${new URLSearchParams({ search: text })}`}`
    asked.current = text
    void navigate(address, {
      replace: isTyped || address === location.pathname + location.search,
      state: isTyping ? { isTyped: true } : null,
    })
  }
  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => searchNow.current(true), TYPING_PAUSE_MS)
  }
  // The page may have changed while the reader was typing.
  const searchNow = useRef(search)
  useEffect(() => {
    searchNow.current = search
  })

  // The reader may have typed before the framework started.
  const typedEarly = useRef(() => {
    if (input.current && input.current.value.trim() !== searched) searchSoon()
  })
  useEffect(() => {
    typedEarly.current()
    if (document.activeElement === input.current) loadSuggestions()
    return () => clearTimeout(timer.current)
  }, [])

  return (
    <Form
      role="search"
      action="/browse/books"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        search(false)
      }}
    >
      <label htmlFor={id} className="sr-only">
        Books, Authors or Genres
      </label>
      <SearchIcon className="pointer-events-none absolute top-3.25 left-3.5 size-5 text-soft" />
      <input
        ref={input}
        id={id}
        type="search"
        name="search"
        className="field px-11"
        placeholder="Books, Authors or Genres"
        maxLength={MAX_SEARCH_CHARS}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={searched}
        onChange={searchSoon}
        onFocus={loadSuggestions}
        data-suggest="/browse/suggestions"
      />
      {searched !== '' && (
        <Link
          to="/browse/books"
          onClick={() => input.current?.focus()}
          className="icon-button absolute top-0 right-1 text-soft"
        >
          <CloseIcon className="size-5" />
          <span className="sr-only">Clear search</span>
        </Link>
      )}
    </Form>
  )
}

function Drawer() {
  const access = useRootData()?.access
  const item = 'flex min-h-11 items-center rounded-lg px-3 hover:bg-sunk'
  return (
    <div id="drawer" popover="auto" className="drawer" role="dialog" aria-label="Menu">
      <Finished element="div" name="drawer head" className="mb-3 flex items-center justify-between">
        {() => (
          <>
            <span className="display flex items-center gap-2.5 text-2xl">
              <LogoMark className="h-7" />
              Readr
            </span>
            <button
              type="button"
              popoverTarget="drawer"
              popoverTargetAction="hide"
              autoFocus
              className="icon-button -mr-2"
            >
              <CloseIcon className="size-6" />
              <span className="sr-only">Close menu</span>
            </button>
          </>
        )}
      </Finished>
      <nav aria-label="Menu">
        <ul>
          <li>
            <a href="/browse/books" className={`${item} font-semibold`}>
              Books
            </a>
          </li>
          <AccountLinks className={item} Item="li" />
        </ul>
        <p id="drawer-categories" className="mt-5 mb-1 px-3 text-sm font-semibold text-soft">
          Categories
        </p>
        <Finished element="ul" name="drawer genres" aria-labelledby="drawer-categories">
          {() =>
            GENRES.map((genre) => (
              <li key={genre.slug}>
                <a href={`/browse/books/${genre.slug}`} className={item}>
                  {genre.label}
                </a>
              </li>
            ))
          }
        </Finished>
        {access !== 'full' && (
          <ButtonLink href="/subscribe" className="mt-6 w-full">
            Get Started
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}
