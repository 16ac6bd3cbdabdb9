import { useLocation } from 'react-router'
import { BookmarkIcon } from '../ui/icons.tsx'
import { BooksIcon, HomeIcon, PersonIcon } from '../ui/navigation-icons.tsx'
import { useRootData } from './root-data.ts'
import { MyListCount } from './my-list-count.tsx'

const MY_LIST = '/browse/books/my-list'

/** The main places of a reader, and which other pages belong to each. */
const PLACES: { to: string; label: string; Icon: typeof HomeIcon; contains?: RegExp }[] = [
  { to: '/browse', label: 'Home', Icon: HomeIcon },
  {
    to: '/browse/books',
    label: 'Books',
    Icon: BooksIcon,
    contains: /^\/(?:requests|browse\/(?:topics|collections|books\/(?!my-list$)))/,
  },
  {
    to: MY_LIST,
    label: 'My List',
    Icon: BookmarkIcon,
    contains: /^\/browse\/(?:notes|review|year)/,
  },
  { to: '/settings', label: 'You', Icon: PersonIcon, contains: /^\/settings\// },
]

/** On phones, within reach of the thumb: the pages that readers move between. */
export function BottomBar() {
  const { pathname } = useLocation()
  const reader = useRootData()?.reader
  if (!reader) return null
  return (
    <nav aria-label="Quick links" className="bottom-bar no-print">
      {PLACES.map(({ to, label, Icon, contains }) => {
        const current = pathname === to ? 'page' : contains?.test(pathname) ? 'true' : undefined
        return (
          <a
            key={to}
            href={to}
            aria-current={current}
            className="bar-link w-full flex-col justify-center px-1 text-xs"
          >
            <Icon filled={current !== undefined} className="size-6" />
            <span className="flex">
              {label}
              {to === MY_LIST && <MyListCount own={reader.data} />}
            </span>
          </a>
        )
      })}
    </nav>
  )
}
