import { build } from '../build-element.ts'
import { showToast } from '../toast.ts'

/** Tells screen readers what has happened. */
export function announce(article: HTMLElement, text: string): void {
  const status =
    article.querySelector('.note-status') ??
    build('p', { class: 'note-status sr-only', role: 'status' })
  article.append(status)
  setTimeout(() => (status.textContent = text), 100)
}

export async function copy(text: string): Promise<void> {
  // Without HTTPS there is no clipboard.
  const copied = navigator.clipboard?.writeText(text).then(() => true)
  const isCopied = await copied?.catch(() => false)
  showToast(isCopied ? 'Copied.' : 'Copying didn’t work. Use your browser’s menu instead.')
}
