/** Forms on pages where no framework runs. */
import { startDelayedRedirect } from '../delayed-redirect.ts'
import { enhanceForms } from '../enhance-forms.ts'

enhanceForms()
startDelayedRedirect()
