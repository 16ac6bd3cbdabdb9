/** Forms on pages where no framework runs. */
import { leadOn } from './delayed-redirect.ts'
import { livenForms } from './enhance-forms.ts'

livenForms()
leadOn()
