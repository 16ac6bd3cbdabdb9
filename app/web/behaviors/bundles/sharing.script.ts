/** Pages that show the links of shared summaries. */
import { closest } from '../events.ts'
import { share } from '../summary/share.ts'

document.addEventListener('click', (event) => {
  const button = closest(event, '[data-share]')
  if (button) void share(button)
})
