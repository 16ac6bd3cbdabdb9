import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENRES } from '#app/catalogue/rules/genres.ts'

const KINDS = ['Quiet', 'Open', 'Long', 'Second', 'Common', 'Hidden', 'Patient', 'Plain', 'Élan']
const THINGS = ['Harbor', 'Garden', 'Ledger', 'Voyage', 'Letters', 'Measure', 'Window', 'Orchard']
const ARTICLES = ['', 'The ', 'A ', 'An ']

/** Every fifth book has the same title and author, so that only ids differ. */
const SAME_EVERY = 5

function bookFile(number: number): string {
  const same = number % SAME_EVERY === 0
  const title = same
    ? 'Collected Essays'
    : `${ARTICLES[number % ARTICLES.length]}${KINDS[number % KINDS.length]} ${THINGS[number % THINGS.length]}`
  const head = [
    `title: ${title}`,
    `author: ${same ? 'Anonymous' : `Writer ${String.fromCodePoint(65 + (number % 26))}`}`,
    `year: ${1700 + number}`,
    `genre: ${GENRES[number % GENRES.length]!.label}`,
    `blurb: What book number ${number} of this catalogue says, how it argues, and what its readers can do with it on an ordinary day.`,
    `locked: ${number % 3 === 0}`,
    `publishedAt: ${new Date(Date.UTC(2025, 0, number)).toISOString().slice(0, 10)}`,
  ]
  const ideas = Array.from({ length: 6 }, (_, i) => [
    `${i + 1}. Idea ${i + 1} of book ${number}`,
    'A few plain sentences explain it, so that the page has some height. '.repeat(4).trim(),
  ])
  return ['---', ...head, '---', ['Hook', 'It begins.', ...ideas.flat()].join('\n\n'), ''].join(
    '\n',
  )
}

function slugOf(number: number): string {
  return `book-${String(number).padStart(3, '0')}`
}

/** Fills a new folder with `count` valid book files, the same in every run. */
export function writeManyBooks(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true })
  for (let number = 1; number <= count; number++) {
    writeFileSync(join(folder, `${slugOf(number)}.md`), bookFile(number))
  }
}
