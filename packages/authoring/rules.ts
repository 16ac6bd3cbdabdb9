export interface Finding {
  /** The line in the file; the first is 1. */
  line: number
  rule: string
  /** What is wrong and how to fix it. */
  message: string
}

export interface FileFinding extends Finding {
  file: string
}

/** A paragraph or item of a summary: one line of the file. */
export interface TextLine {
  line: number
  text: string
  kind: string
  section: string | null
}

export interface BookToCheck {
  file: string
  slug: string
  title: string
  /** Without headings. */
  texts: TextLine[]
  findings: Finding[]
  hasQuestions: boolean
}

export interface CollectionToCheck {
  file: string
  blurb: string
  books: { slug: string; sentence: string }[]
  /** The line on which a field or a book begins. */
  lineOf(name: string): number
}

export interface Rules {
  checkBook(source: string): Omit<BookToCheck, 'file' | 'slug'>
  checkCollection(
    path: string,
    name: string,
  ): Promise<{ collections: CollectionToCheck[]; findings: FileFinding[] }>
  collectionsFolder: string
  countWords(text: string): number
}
