import { z } from 'zod'
import { isCollectionHead } from '../schema/collection.ts'
import { checkBook, type Checked, type ImportFile, MAX_PROBLEMS } from './check-book.server.ts'
import { checkCollection } from './check-collection.server.ts'

const extraFields = z.looseObject({
  slug: z.string().optional(),
  text: z.string(),
  cover: z.string().optional(),
})

/** Far more fields than a book or a collection has. */
const MAX_FIELDS = 50
/** Books are mostly text. Parsed, each value takes up to a hundred bytes, however short it is. */
const BYTES_PER_VALUE = 16
/** So many values are few in any file. */
const FEW_VALUES = 1000

/** A cover inside the file, as the export writes it. */
const DATA_URL = /^data:image\/([a-z]+);base64,([A-Za-z0-9+/=]+)$/

/**
 * Parses and checks a JSON file: one book or collection, or an array of them.
 * @param fileSlug the slug of a single one without a slug
 */
export async function parseJsonFile(
  source: string,
  fileSlug: string,
  path: string,
  findCover: (name: string) => ImportFile | undefined,
): Promise<Checked> {
  const found: Required<Checked> = { books: [], collections: [], problems: [] }
  const refuse = (line: number, message: string): Checked => ({
    books: [],
    problems: [{ file: path, line, field: 'json', message }],
  })
  if (countValues(source) > FEW_VALUES + source.length / BYTES_PER_VALUE) {
    return refuse(1, 'has too many values for its size: books are mostly text')
  }
  let content: unknown
  try {
    content = JSON.parse(source)
  } catch (error) {
    const line = Number(/line (\d+)/.exec(String(error))?.[1] ?? 1)
    return refuse(line, `invalid JSON: ${(error as Error).message}`)
  }
  const isList = Array.isArray(content)
  const drafts: unknown[] = isList ? (content as unknown[]) : [content]
  for (const [i, draft] of drafts.entries()) {
    if (found.problems.length >= MAX_PROBLEMS) break
    const nameOf = (field: string) => (isList ? `book ${i + 1}, ${field}` : field)
    // The export writes one book per line, after the line of the bracket.
    const line = isList && source.startsWith('[\n{') ? i + 2 : 1
    if (draft instanceof Object && Object.keys(draft).length > MAX_FIELDS) {
      const message = `must have at most ${MAX_FIELDS} fields`
      found.problems.push({ file: path, line, field: nameOf('fields'), message })
      continue
    }
    if (isCollectionHead(draft)) {
      const { slug = isList ? '' : fileSlug, ...frontMatter } = draft as { slug?: unknown }
      const place = { path, lineOf: () => line, bodyLine: line, nameOf }
      const checked = checkCollection({ slug: String(slug), frontMatter, body: '', ...place })
      found.collections.push(...checked.collections)
      found.problems.push(...checked.problems)
      continue
    }
    const parsed = extraFields.safeParse(draft)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = nameOf(issue!.path.join('.') || 'front matter')
      found.problems.push({ file: path, line, field, message: issue!.message })
      continue
    }
    const { slug = isList ? '' : fileSlug, text, cover, ...fields } = parsed.data
    const inside = DATA_URL.exec(cover ?? '')
    const coverFile = inside && imageFile(`cover.${inside[1]!}`, inside[2]!)
    const { books, problems } = await checkBook({
      slug,
      frontMatter: cover === undefined ? fields : { ...fields, cover: coverFile?.name ?? cover },
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

/** How many values and names the arrays and objects of JSON have at most, without parsing it. */
function countValues(json: string): number {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === ',' || sign === ':' || sign === '[' || sign === '{') count++
    else if (sign === '"') at = endOfString(json, at)
  }
  return count
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
