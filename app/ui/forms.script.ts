/** Forms on pages where no framework runs. */
import { livenForms } from './liven-forms.ts'

livenForms()
