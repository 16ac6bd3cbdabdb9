import { showToast } from '../toast.ts'

export const share = ({ dataset }: HTMLElement): Promise<void> =>
  shareLink({ title: dataset['title']!, url: dataset['share']! })

/** Opens the device's share sheet, or copies the link where there is none. */
export async function shareLink(shared: { title: string; text?: string; url: string }) {
  const url = new URL(shared.url, location.href).href
  if (navigator.share) {
    // Also rejected when the reader cancels.
    await navigator.share({ ...shared, url }).catch(() => {})
    return
  }
  // Without HTTPS there is no clipboard.
  const copied = navigator.clipboard?.writeText(url).then(() => true)
  if (await copied?.catch(() => false)) showToast('Link copied.')
  else showToast('Copy this link:', { href: url, label: url })
}
