/** The daily review and its settings. */
import { answerByKeyboard, fillTimeZone } from '../review/enhance-review.ts'

fillTimeZone()
answerByKeyboard()
