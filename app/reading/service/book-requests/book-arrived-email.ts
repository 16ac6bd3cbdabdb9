import { composeEmail, type EmailContent } from '../../../platform/email/layout.ts'
import text from './book-arrived-email.md?raw'

interface BookArrived {
  reader: { name: string }
  book: { title: string; author: string }
  url: string
  stopUrl: string
}

/** Tells a reader with a confirmed address that a book is here that they voted for. */
export const bookArrivedEmail = ({ reader, book, ...urls }: BookArrived): EmailContent =>
  composeEmail(text, { name: reader.name, emailVerified: true }, { ...book, ...urls })
