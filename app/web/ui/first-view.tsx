import { useContext } from 'react'
import firstViewScript from '../behaviors/first-view.script.ts?inline-script'
import { NonceContext } from './nonce.ts'

/** Only the server writes it: the framework's navigations have no first view. */
const SCRIPT = import.meta.env.SSR ? firstViewScript : ''

/**
 * Marks the end of the first view of a long page. Browsers wait for the styles at this script, show the
 * part before it, and then continue: two short tasks on a slow phone, instead of a long one.
 */
export function FirstViewEnds() {
  const nonce = useContext(NonceContext)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  )
}
