import { composeEmail, type EmailContent, type EmailReader } from '../../platform/email/layout.ts'
import text from './report-answered-email.md?raw'

interface AnsweredReport {
  reader: EmailReader
  title: string
  isCorrected: boolean
  /** The editor's words. */
  answer: string
  /** What readers see about the correction; null: nothing. */
  correction: string | null
  summaryUrl: string
}

/** Thanks a reader who reported a mistake, and says what was done. It repeats nothing that they typed. */
export const reportAnsweredEmail = ({ reader, ...values }: AnsweredReport): EmailContent =>
  composeEmail(text, reader, { ...values, isUnchanged: !values.isCorrected })
