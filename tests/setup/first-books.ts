import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CONTENT = join(import.meta.dirname, '..', '..', 'content')

/** The books that the tests know by name. Others come to content/ without changing a test. */
export const FIRST_BOOKS = [
  'as-a-man-thinketh',
  'extraordinary-popular-delusions',
  'frankenstein',
  'meditations',
  'narrative-of-the-life-of-frederick-douglass',
  'notes-on-nursing',
  'on-friendship',
  'on-the-origin-of-species',
  'pride-and-prejudice',
  'symposium',
  'the-art-of-living-long',
  'the-art-of-war',
  'the-autobiography-of-benjamin-franklin',
  'the-chemical-history-of-a-candle',
  'the-principles-of-scientific-management',
  'the-souls-of-black-folk',
  'the-wealth-of-nations',
  'walden',
]

/** Collections of them. */
const COLLECTIONS = join(import.meta.dirname, '..', 'catalogues', 'first-collections')

/** A folder with the first books and their collections. */
export const firstBooks = (): string => process.env['TEST_FIRST_BOOKS']!

/**
 * Makes that folder for a run of tests.
 * @returns removes it
 */
export function prepareFirstBooks(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'readr-books-'))
  for (const slug of FIRST_BOOKS) {
    copyFileSync(join(CONTENT, `${slug}.md`), join(folder, `${slug}.md`))
  }
  cpSync(COLLECTIONS, join(folder, 'collections'), { recursive: true })
  process.env['TEST_FIRST_BOOKS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
