/**
 * Generates catalogues of any size: the same books in every run, stored between runs.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { GENRES } from '../app/catalogue/rules/genres.ts'
import { TOPICS } from '../app/catalogue/rules/topics.ts'
import { minutesToRead } from '../app/catalogue/rules/reading-time.ts'
import { indexWords } from '../app/catalogue/rules/text-search.ts'
import { searchWords, wordColumns } from '../app/catalogue/rules/search.ts'
import type { BookRecord } from '../app/catalogue/store/write-books.server.ts'
import { migrate } from '../app/platform/migrate-database.server.ts'
import {
  author,
  capitalised,
  pick,
  type Random,
  randomFrom,
  sentence,
  title,
} from './random-words.ts'

/** Increment this when the generated books change. */
const GENERATOR_VERSION = 3

const PARAGRAPHS_IN_STOCK = 600
const DAY_MS = 86_400_000
const NEWEST = Date.UTC(2026, 10, 1)

/** The database file of a catalogue of this size; created if missing. */
export async function catalogueWith(books: number, folder: string): Promise<string> {
  const file = join(folder, `catalogue-${schemaHash()}-v${GENERATOR_VERSION}-${books}.db`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  try {
    await migrate(`file:${unfinished}`)
    fill(unfinished, books)
    renameSync(unfinished, file)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  }
  return file
}

/** Changes when the tables do. */
export function schemaHash(): string {
  const hash = createHash('sha256')
  const folder = 'prisma/sqlite/migrations'
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name, 'migration.sql')
    if (existsSync(path)) hash.update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 8)
}

function fill(file: string, count: number): void {
  const db = new Sqlite(file)
  // An unfinished file is created again, so nothing needs to be synced.
  db.pragma('synchronous = OFF')
  db.exec('BEGIN')
  const words = new Set<string>()
  const insertText = db.prepare('INSERT INTO BookText (bookId, text, sources) VALUES (?, ?, ?)')
  let insertBook: Sqlite.Statement<unknown[]> | undefined
  const insertWords = db.prepare(
    'INSERT INTO BookWords (bookId, freeWords, paidWords) VALUES (?, ?, ?)',
  )
  const insertTopic = db.prepare('INSERT INTO BookTopic (bookId, topic, position) VALUES (?, ?, ?)')
  for (const { text, sources, topics, ...columns } of records(count)) {
    const row = { ...columns, updatedAt: columns.publishedAt }
    insertBook ??= db.prepare(
      `INSERT INTO Book (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
    )
    const { lastInsertRowid } = insertBook.run(Object.values(row).map(sqliteValue))
    insertText.run(lastInsertRowid, text, JSON.stringify(sources))
    const { freeWords, paidWords } = indexWords({ ...columns, topics, text })
    insertWords.run(lastInsertRowid, freeWords, paidWords)
    for (const [position, topic] of topics.entries())
      insertTopic.run(lastInsertRowid, topic, position)
    for (const field of [row.titleWords, row.authorWords, row.genreWords, row.blurbWords]) {
      for (const word of field.split(' ')) words.add(word)
    }
  }
  const insertWord = db.prepare('INSERT INTO SearchWord (word) VALUES (?)')
  for (const word of words) insertWord.run(word)
  db.exec('UPDATE CatalogueVersion SET version = version + 1; COMMIT')
  // Into one file, so that it can be renamed.
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Converts a value like Prisma's adapter. */
export function sqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00')
  return typeof value === 'boolean' ? Number(value) : value
}

function* records(count: number): Generator<BookRecord> {
  const random = randomFrom(1)
  const stock = Array.from({ length: PARAGRAPHS_IN_STOCK }, () =>
    Array.from({ length: 4 }, () => sentence(random, 14 + Math.floor(random() * 8))).join(' '),
  )
  for (let i = 1; i <= count; i++) yield record(random, stock, i)
}

function record(random: Random, stock: string[], number: number): BookRecord {
  const name = title(random)
  const writer = author(random)
  const genre = pick(random, GENRES)
  const description = blurb(random)
  const text = summary(random, stock, number)
  const topics = [0, 1, 2, 3]
    .map(() => pick(random, TOPICS).slug)
    .filter((topic, i, all) => all.indexOf(topic) === i)
  const slug = `${searchWords(name).join('-')}-${number}`
  return {
    slug,
    title: name,
    author: writer,
    year: 1850 + Math.floor(random() * 175),
    genre: genre.slug,
    blurb: description,
    locked: random() < 1 / 3,
    minutes: minutesToRead(text),
    publishedAt: new Date(NEWEST - Math.floor(random() * 1500) * DAY_MS),
    coverFile: null,
    coverTag: createHash('sha256').update(slug).digest('hex').slice(0, 12),
    ...wordColumns({ title: name, author: writer, genre: genre.slug, topics, blurb: description }),
    sourceHash: slug,
    text,
    sources: [`${writer}, ${name}`],
    topics,
  }
}

/** A word in the texts of a few books only, in the free or in the paid part. */
export function rareWord(number: number): string {
  const letters = [...String(number % 20_000).padStart(5, '0')].map((digit) => 'aeioubdklm'[+digit])
  return `rare${letters.join('')}`
}

/** 150 to 240 characters. */
function blurb(random: Random): string {
  const wanted = 150 + Math.floor(random() * 60)
  let text = sentence(random, 10)
  while (text.length < wanted) text += ` ${sentence(random, 4 + Math.floor(random() * 3))}`
  return text.length <= 240 ? text : `${text.slice(0, text.lastIndexOf(' ', 238))}.`
}

/** About 4 kB in the summary format, with six numbered ideas, half of them free. */
function summary(random: Random, stock: string[], number: number): string {
  const line = () => pick(random, stock).split('. ')[0]!
  const parts = ['Hook', pick(random, stock), `It begins with ${rareWord(number)}.`]
  for (let idea = 1; idea <= 6; idea++) {
    const [heading = ''] = line().split(' ', 1)
    parts.push(`${idea}. ${capitalised(heading)} ${idea}: ${pick(random, stock)}`)
  }
  parts.push('How to Apply It', Array.from({ length: 3 }, () => `- ${line()}.`).join('\n'))
  parts.push('Readr Takeaways', Array.from({ length: 3 }, () => `- ${line()}.`).join('\n'))
  parts.push('Best For', `${line()}. It ends with ${rareWord(number + 1)}.`)
  return parts.join('\n\n')
}
