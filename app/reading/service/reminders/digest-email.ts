import {
  composeEmail,
  type EmailContent,
  type EmailPart,
  type EmailReader,
  emailGreeting,
} from '../../../platform/email/layout.ts'
import { shortQuote } from '../../rules/reminders/digest.ts'

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
  /** Whether the new books are of chosen genres. */
  hasGenres: boolean
  settingsUrl: string
  stopUrl: string
}

/** What is most worth opening the email for. */
function subjectOf({ newBooks, todaysRead, highlight }: DigestContents): string {
  const [first, ...others] = newBooks
  if (first) return `New: ${first.title}${others.length ? ` and ${others.length} more` : ''}`
  if (todaysRead) return `Today’s read: ${todaysRead.title}`
  return `You highlighted this in ${highlight!.title}`
}

/** New books, the book of the day, and a highlight: the parts that the reader chose, if there is something in them. */
export function digestEmail(digest: DigestEmail): EmailContent {
  const { reader, newBooks, todaysRead, highlight, hasGenres, settingsUrl, stopUrl } = digest
  const parts: EmailPart[] = [{ kind: 'paragraph', text: emailGreeting(reader) }]
  if (newBooks.length > 0) {
    const items = newBooks.map(({ title, author, blurb, href }) => ({
      title,
      text: `${author}. ${blurb}`,
      href,
    }))
    parts.push(
      { kind: 'heading', text: hasGenres ? 'New in your genres' : 'New summaries' },
      { kind: 'list', items },
    )
  }
  if (todaysRead) {
    const { title, author, href, until } = todaysRead
    parts.push(
      { kind: 'heading', text: 'Today’s read' },
      {
        kind: 'paragraph',
        text: `One summary a day is open in full to everyone. Until ${until}, it is ${title} by ${author}.`,
      },
      { kind: 'button', label: 'Read it', href },
    )
  }
  if (highlight) {
    const { exact, title, href } = highlight
    parts.push(
      { kind: 'heading', text: 'You highlighted' },
      { kind: 'list', items: [{ title, text: `“${shortQuote(exact)}”`, href }] },
    )
  }
  parts.push(
    {
      kind: 'link',
      label: 'Change how often you get this email and what is in it',
      href: settingsUrl,
    },
    { kind: 'link', label: 'Stop this email', href: stopUrl },
  )
  return { ...composeEmail(subjectOf(digest), parts), unsubscribeUrl: stopUrl }
}
