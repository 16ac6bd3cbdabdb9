/** A summary's own page for a reader who is signed in. */
import './reader.script.ts'
import './summary.script.ts'
import { saveReadingPosition } from '../summary/reading-position.ts'

document.addEventListener('readr:read', () =>
  document.querySelector('[data-after-read]')?.removeAttribute('hidden'),
)

const article = document.querySelector('article [data-position]')?.closest('article')
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (article) saveReadingPosition(article, load?.type === 'reload' || load?.type === 'back_forward')
