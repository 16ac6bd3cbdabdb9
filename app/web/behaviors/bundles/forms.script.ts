/** Forms on pages where no framework runs. */
import { startDelayedRedirect } from '../delayed-redirect.ts'
import { enhanceForms } from '../enhance-forms.ts'
import { sendFormsInBackground } from '../send-forms.ts'

enhanceForms()
startDelayedRedirect()
sendFormsInBackground()
