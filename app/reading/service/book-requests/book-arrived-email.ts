import { composeEmail, type EmailContent, emailGreeting } from '../../../platform/email/layout.ts'

interface BookArrived {
  reader: { name: string }
  book: { title: string; author: string }
  url: string
  stopUrl: string
}

/** Tells a reader with a confirmed address that a book is here that they voted for. */
export function bookArrivedEmail({ reader, book, url, stopUrl }: BookArrived): EmailContent {
  const email = composeEmail(`${book.title} is here`, [
    { kind: 'paragraph', text: emailGreeting({ name: reader.name, emailVerified: true }) },
    {
      kind: 'paragraph',
      text: `You voted for ${book.title} by ${book.author}. The summary is now on Readr.`,
    },
    { kind: 'button', label: 'Open the summary', href: url },
    { kind: 'link', label: 'Stop emails about requests', href: stopUrl },
  ])
  return { ...email, unsubscribeUrl: stopUrl }
}
