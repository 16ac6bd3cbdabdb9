import { pageReader } from '../page-reader.ts'
import { showToast } from '../toast.ts'

/** Where the page that was opened last in this browser says for which reader it is. */
const KEY = 'readr.reader'

/** Tells the other tabs for which reader this page is. A page for everybody is for none. */
export function announceReader(): void {
  const own = pageReader()
  try {
    if (own) localStorage.setItem(KEY, own)
  } catch {
    // This browser stores nothing. The server refuses what a tab of another reader sends all the same.
  }
}

/** For which reader the page is that was opened last; empty since somebody signed out. */
export function lastReader(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return pageReader()
  }
}

/** Says that somebody has signed in or out in another tab. */
export function watchReader(): void {
  let said = pageReader()
  let close = () => {}
  const look = () => {
    const now = lastReader()
    if (!now || now === said) return
    said = now
    if (now === pageReader()) return
    const text = Number(now) === 0 ? 'You’re signed out now.' : 'Someone else is signed in now.'
    close()
    close = showToast(text, { label: 'Reload', run: () => location.reload() })
  }
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
}
