/** Forms on pages where no framework runs. */
import { leadOn } from './follow-lead.ts'
import { livenForms } from './liven-forms.ts'

livenForms()
leadOn()
