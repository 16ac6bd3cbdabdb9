import { useContext } from 'react'
import firstViewScript from '../behaviors/first-view.script.ts?inline-script'
import { NonceContext } from './nonce.ts'

/** Where the framework made the page there is no first view left to wait for. */
const SCRIPT = import.meta.env.SSR ? firstViewScript : ''

/**
 * Stands where the first view of a long page ends. Browsers wait for the styles here, show what came
 * before, and only then take up the rest: a slow phone has two short tasks instead of a long one.
 */
export function FirstViewEnds() {
  const nonce = useContext(NonceContext)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  )
}
