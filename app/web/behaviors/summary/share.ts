import { showToast } from '../toast.ts'

/** Opens the device's share sheet, or copies the link where there is none. */
export async function share(button: HTMLElement): Promise<void> {
  const url = new URL(button.dataset['share']!, location.href).href
  if (navigator.share) {
    // Also rejected when the reader cancels.
    await navigator.share({ title: button.dataset['title']!, url }).catch(() => {})
    return
  }
  // Without HTTPS there is no clipboard.
  const copied = navigator.clipboard?.writeText(url).then(() => true)
  if (await copied?.catch(() => false)) showToast('Link copied.')
  else showToast('Copy this link:', { href: url, label: url })
}
