import {
  composeEmail,
  type EmailContent,
  type EmailReader,
} from '../../../platform/email/layout.ts'
import { shortQuote } from '../../rules/reminders/digest.ts'
import text from './digest-email.md?raw'

interface DigestBook {
  title: string
  author: string
}

export interface DigestContents {
  newBooks: (DigestBook & { blurb: string; href: string })[]
  /** `until` is a time by the reader's clock. */
  todaysRead: (DigestBook & { href: string; until: string }) | null
  highlight: { exact: string; title: string; href: string } | null
}

interface DigestEmail extends DigestContents {
  reader: EmailReader
  hasGenres: boolean
  settingsUrl: string
  stopUrl: string
}

/** New books, the book of the day, and a highlight: the parts that the reader chose, if there is something in them. */
export function digestEmail(digest: DigestEmail): EmailContent {
  const { reader, newBooks, todaysRead, highlight, hasGenres, settingsUrl, stopUrl } = digest
  const [first, ...others] = newBooks
  return composeEmail(text, reader, {
    newest: first ? `${first.title}${others.length ? ` and ${others.length} more` : ''}` : null,
    newHeading: hasGenres ? 'New in your genres' : 'New summaries',
    newBooks: newBooks.map(({ title, author, blurb, href }) => ({
      title,
      text: `${author}. ${blurb}`,
      href,
    })),
    todaysTitle: todaysRead?.title ?? null,
    todaysAuthor: todaysRead?.author ?? null,
    todaysUrl: todaysRead?.href ?? null,
    until: todaysRead?.until ?? null,
    highlightedTitle: highlight?.title ?? null,
    highlight: highlight && [
      { title: highlight.title, text: `“${shortQuote(highlight.exact)}”`, href: highlight.href },
    ],
    settingsUrl,
    stopUrl,
  })
}
