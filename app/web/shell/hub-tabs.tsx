import { useLocation } from 'react-router'

/** Pages that belong together: each has tabs to the others. */
const HUBS = {
  Books: [
    ['/browse/books', 'All'],
    ['/today', 'Today'],
    ['/browse/topics', 'Topics'],
    ['/browse/collections', 'Collections'],
    ['/requests', 'Requests'],
  ],
  'My List': [
    ['/browse/books/my-list', 'List'],
    ['/browse/notes', 'Highlights'],
    ['/browse/review', 'Review'],
    ['/browse/year', 'Your reading'],
    ['/browse/books/my-list#offline', 'Offline'],
  ],
} as const

/** The pages of a hub, in one row that scrolls if it has to. */
export function HubTabs({ hub }: { hub: keyof typeof HUBS }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={hub} className="hub-tabs no-print">
      {HUBS[hub].map(([href, label]) => (
        <a
          key={href}
          href={href}
          aria-current={pathname === href ? 'page' : undefined}
          className="bar-link"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
