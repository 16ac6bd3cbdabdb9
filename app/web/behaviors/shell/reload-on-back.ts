import { lastReader } from './watch-reader.ts'
import { pageReader } from '../page-reader.ts'

/** Reloads a page that Back or Forward shows in a state that is no longer right. */
export function reloadOnBack(): void {
  reloadOtherAddress()
  // Some browsers store whole pages for Back even after sign-out. The home page shows what was read since.
  window.addEventListener('pageshow', ({ persisted }) => {
    const isOthers = pageReader() && lastReader() !== pageReader()
    const isOld = isOthers || location.pathname === '/browse'
    if (persisted && isOld) location.reload()
  })
}

/** The framework made the history entry on a page where it ran; here it does not run. */
function reloadOtherAddress(): void {
  const address = location.pathname + location.search
  window.addEventListener('popstate', () => {
    const moved = location.pathname + location.search !== address
    if (moved && document.documentElement.dataset['ready'] === undefined) location.reload()
  })
}
