import { z } from 'zod'
import { checkBook, type Checked, type ImportFile, PROBLEMS_MAX } from './check-book.server.ts'

/** What stands beside the head's fields in a book as JSON. */
const besides = z.looseObject({
  slug: z.string().optional(),
  text: z.string(),
  cover: z.string().optional(),
})

/** A cover within the file, as the export writes it. */
const DATA_ADDRESS = /^data:image\/([a-z]+);base64,([A-Za-z0-9+/=]+)$/

/**
 * Checks a file of JSON: one book, or a list of books.
 * @param fileSlug the address of a single book that says none
 */
export async function parseJsonFile(
  source: string,
  fileSlug: string,
  path: string,
  findCover: (name: string) => ImportFile | undefined,
): Promise<Checked> {
  const found: Checked = { books: [], problems: [] }
  let content: unknown
  try {
    content = JSON.parse(source)
  } catch (error) {
    const line = Number(/line (\d+)/.exec(String(error))?.[1] ?? 1)
    const message = `this is no JSON: ${(error as Error).message}`
    return { books: [], problems: [{ file: path, line, field: 'json', message }] }
  }
  const isList = Array.isArray(content)
  const drafts: unknown[] = isList ? (content as unknown[]) : [content]
  for (const [i, draft] of drafts.entries()) {
    if (found.problems.length >= PROBLEMS_MAX) break
    const nameOf = (field: string) => (isList ? `book ${i + 1}, ${field}` : field)
    // The export writes one book a line, below the line of the bracket.
    const line = isList && source.startsWith('[\n{') ? i + 2 : 1
    const parsed = besides.safeParse(draft)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = nameOf(issue!.path.join('.') || 'head')
      found.problems.push({ file: path, line, field, message: issue!.message })
      continue
    }
    const { slug = isList ? '' : fileSlug, text, cover, ...head } = parsed.data
    const inside = DATA_ADDRESS.exec(cover ?? '')
    const coverFile = inside && imageFile(`cover.${inside[1]!}`, inside[2]!)
    const { books, problems } = await checkBook({
      slug,
      head: cover === undefined ? head : { ...head, cover: coverFile?.name ?? cover },
      body: text,
      path,
      lineOf: () => line,
      bodyLine: line,
      nameOf,
      findCover: coverFile ? () => coverFile : findCover,
    })
    found.books.push(...books)
    found.problems.push(...problems)
  }
  return found
}

function imageFile(name: string, base64: string): ImportFile {
  const bytes = Buffer.from(base64, 'base64')
  return { name, path: name, size: bytes.length, read: async () => bytes }
}
