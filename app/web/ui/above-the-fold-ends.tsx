import forceLayoutScript from '../behaviors/force-layout.script.ts?inline-script'
import { InlineScript } from './inline-script.tsx'

/** Only the server writes it: the framework shows a page when all of it is rendered. */
const SCRIPT = import.meta.env.SSR ? forceLayoutScript : ''

/**
 * Marks the end of what is above the fold of a long page. Browsers wait for the styles at this script, show
 * the part before it, and then continue: two short tasks on a slow phone, instead of a long one.
 */
export function AboveTheFoldEnds() {
  return <InlineScript code={SCRIPT} />
}
