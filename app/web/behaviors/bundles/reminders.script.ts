/** The settings of reminders. */
import { offerPush } from '../reminders/turn-on-push.ts'
import { fillTimeZone } from '../review/enhance-review.ts'

const start = () => {
  fillTimeZone()
  offerPush()
}

start()
document.addEventListener('readr:answer', start)
