import { InlineScript } from '../ui/inline-script.tsx'
import myListScript from '../behaviors/offline/my-list.script.ts?inline-script'
import './offline.css'

/** Only the server writes the script into the page. */
const SCRIPT = import.meta.env.SSR ? myListScript : ''
/** React leaves the content of the custom elements alone. */
const OWN_CONTENT = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'readr-copy-status': React.HTMLAttributes<HTMLElement> & { slug: string; class?: string }
      'readr-offline-panel': React.HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

/** Whether a book is saved on this device; empty without JavaScript. */
export function OfflineCopyStatus({ slug }: { slug: string }) {
  return <readr-copy-status slug={slug} class="copy-status" {...OWN_CONTENT} />
}

/** Turns offline reading on and off for this device; empty without JavaScript. */
export function OfflinePanel() {
  return (
    <>
      <readr-offline-panel class="offline-panel-place no-print" {...OWN_CONTENT} />
      <InlineScript code={SCRIPT} />
    </>
  )
}
