import { useContext, useEffect } from 'react'
import { NonceContext } from '../ui/nonce.ts'
import { defineOfflineElements } from '../behaviors/offline/offline-elements.client.ts'
import myListScript from '../behaviors/offline/my-list.script.ts?inline-script'
import './offline.css'

/** The script that the server writes into the page; the browser's copy of this module needs none. */
const SCRIPT = import.meta.env.SSR ? myListScript : ''
/** What the script puts into the elements is no business of React's. */
const OWN_INSIDE = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'readr-kept': React.HTMLAttributes<HTMLElement> & { slug: string; class?: string }
      'readr-keeping': React.HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

/** Where a book stands on this device; nothing without JavaScript. */
export function Kept({ slug }: { slug: string }) {
  return <readr-kept slug={slug} class="kept" {...OWN_INSIDE} />
}

/** Keeps My List on this device; nothing without JavaScript. */
export function Keeping() {
  const nonce = useContext(NonceContext)
  // Where the framework has changed pages, no script of the page has run.
  useEffect(defineOfflineElements, [])
  return (
    <>
      <readr-keeping class="keeping-place no-print" {...OWN_INSIDE} />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
    </>
  )
}
