import { stringify } from 'yaml'
import { genreLabel } from '../rules/genres.ts'
import type { PublicQuestion, Question } from '../rules/questions.ts'
import type { StoredBook } from '../store/revisions.server.ts'

interface StatedProvenance {
  edition?: string | null | undefined
  written?: string | null | undefined
  checked?: string | null | undefined
}

/** What is known of where a summary comes from, without its sources. */
export function statedProvenance({ edition, written, checked }: StatedProvenance) {
  return {
    ...(edition ? { edition } : {}),
    ...(written ? { written } : {}),
    ...(checked ? { checked } : {}),
  }
}

export interface FileHead extends StatedProvenance {
  title: string
  author: string
  year: number | string
  genre: string
  blurb: string
  topics: string[]
  locked: boolean
  publishedAt: string
  sources: string[]
  /** A text that is not a list of questions is written as it is. */
  answers?: PublicQuestion[] | string | undefined
  questions?: Question[] | string | undefined
}

/** A book file: front matter between two lines of ---, then the text. */
export function bookFile(head: FileHead, text: string): string {
  const { title, author, year, genre, blurb, topics, locked, publishedAt } = head
  const { sources, answers, questions } = head
  const ordered = {
    title,
    author,
    year,
    genre,
    blurb,
    topics,
    locked,
    publishedAt,
    ...statedProvenance(head),
    sources,
    ...(answers?.length ? { answers } : {}),
    ...(questions?.length ? { questions } : {}),
  }
  return `---\n${stringify(ordered, { lineWidth: 0 })}---\n\n${text}\n`
}

/** Splits a book file into its front matter and its text; null: it has no front matter. */
export function splitBookFile(source: string): { frontMatter: string; body: string } | null {
  const [match, frontMatter = '', body = ''] =
    /^---[ \t]*\n([\s\S]*?)^---[ \t]*(?:\n|$)([\s\S]*)$/m.exec(source) ?? []
  return match === source ? { frontMatter, body } : null
}

export function sourceOf(book: StoredBook): string {
  return bookFile(
    {
      ...book,
      genre: genreLabel(book.genre),
      publishedAt: book.publishedAt.toISOString().replace('T00:00:00.000Z', ''),
    },
    book.text,
  )
}
