/** Reloads a page that Back or Forward shows in a state that is no longer right. */
export function reloadOnBack(): void {
  reloadOtherAddress()
  reloadAfterSignOut()
}

/** The framework made the history entry on a page where it ran; here it does not run. */
function reloadOtherAddress(): void {
  const address = location.pathname + location.search
  window.addEventListener('popstate', () => {
    const moved = location.pathname + location.search !== address
    if (moved && document.documentElement.dataset['ready'] === undefined) location.reload()
  })
}

/**
 * Some browsers store whole pages for Back even after sign-out. Each page remembers the sign-in it
 * belongs to, and reloads when that has changed.
 */
function reloadAfterSignOut(): void {
  try {
    const { localStorage: stored } = window
    if (!document.querySelector('[action="/logout"]')) delete stored['reader']
    else stored['reader'] ||= performance.timeOrigin
    const { reader } = stored
    window.addEventListener('pageshow', ({ persisted }) => {
      // The home page shows what was read since.
      const isOld = stored['reader'] !== reader || location.pathname === '/browse'
      if (persisted && isOld) location.reload()
    })
  } catch {
    // This browser does not let Readr store anything.
  }
}
