import {
  composeEmail,
  type EmailContent,
  type EmailReader,
  emailGreeting,
} from '../../platform/email/layout.ts'

const p = (text: string) => ({ kind: 'paragraph' as const, text })

interface AnsweredReport {
  reader: EmailReader
  /** The title of the book. */
  title: string
  isCorrected: boolean
  /** The editor's words. */
  answer: string
  /** What readers see about the correction; null: nothing. */
  correction: string | null
  summaryUrl: string
}

/** Thanks a reader who reported a mistake, and says what was done. It repeats nothing that they typed. */
export function reportAnsweredEmail({
  reader,
  title,
  isCorrected,
  answer,
  correction,
  summaryUrl,
}: AnsweredReport): EmailContent {
  return composeEmail(`Thank you for your note about ${title}`, [
    p(emailGreeting(reader)),
    p(
      isCorrected
        ? `You told us about a mistake in our summary of ${title}. You were right, and we have corrected it.`
        : `You told us about a possible mistake in our summary of ${title}. We checked it and left the text as it is.`,
    ),
    p(answer),
    ...(correction === null ? [] : [p(`What we corrected: ${correction}`)]),
    { kind: 'button', label: 'Open the summary', href: summaryUrl },
    p('Thank you for reading so closely.'),
  ])
}
