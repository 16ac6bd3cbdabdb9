import firstViewScript from '../behaviors/first-view.script.ts?inline-script'
import { InlineScript } from './inline-script.tsx'

/** Only the server writes it: the framework's navigations have no first view. */
const SCRIPT = import.meta.env.SSR ? firstViewScript : ''

/**
 * Marks the end of the first view of a long page. Browsers wait for the styles at this script, show the
 * part before it, and then continue: two short tasks on a slow phone, instead of a long one.
 */
export function FirstViewEnds() {
  return <InlineScript code={SCRIPT} />
}
