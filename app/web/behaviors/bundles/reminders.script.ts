/** The settings of reminders. */
import { offerPush } from '../reminders/turn-on-push.ts'
import { fillTimeZone } from '../review/enhance-review.ts'

fillTimeZone()
offerPush()
