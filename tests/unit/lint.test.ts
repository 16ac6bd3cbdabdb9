import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differInOneLetter } from '#app/catalogue/rules/lint/check-prose.ts'
import { parseBookSource } from '#app/catalogue/service/parse-book-file.server.ts'
import { lintFolder } from '../../bin/commands/lint.ts'

const GOOD = readFileSync('content/the-prince.md', 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-lint-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The rules that a changed book breaks, besides Read Next, which needs the other books. */
async function brokenBy(source: string, ...others: string[]): Promise<string[]> {
  const books = mkdtempSync(join(folder, 'books-'))
  for (const [i, text] of [source, ...others].entries()) {
    writeFileSync(join(books, `book-${i}.md`), text)
  }
  const { findings } = await lintFolder(books, null)
  return [...new Set(findings.map(({ rule }) => rule))].filter((rule) => rule !== 'read next')
}

/** The good book with one change, which must change it. */
function changed(pattern: RegExp | string, replacement: string): string {
  const source = GOOD.replace(pattern, replacement)
  expect(source).not.toBe(GOOD)
  return source
}

/** A sentence that breaks no rule. */
const FILLER =
  'The council of the town met again in the evening and decided nothing of importance there.'

describe('lint', () => {
  test('finds nothing in a good summary', async () => {
    expect(await brokenBy(GOOD)).toEqual([])
  })

  test.each([
    ['sections', /^Chapter Map$/m, 'The Map'],
    ['sections', /^Best For$/m, 'Hook'],
    ['sections', /^3\. /m, '2. '],
    ['header', /^checked: .*\n/m, ''],
    ['header', /^topics: .*$/m, 'topics: [war, strategy]'],
    ['header', 'Consulted: ', ''],
    ['header', /https:[^"]*"/, '"'],
    ['length', /^- Fact before wish: .*\n/m, ''],
    ['length', /^Hook$/m, `${FILLER} ${FILLER} ${FILLER}\n\nHook`],
    ['length', /^Readr Takeaways$/m, `${`${FILLER}\n\n`.repeat(60)}Readr Takeaways`],
    ['cut', /^\[FREE CUT HERE\]$/m, ''],
    ['step', /^(- [^(\n]+) \(idea \d+, \d+ minutes\):/m, '$1:'],
    ['passage', /^(Key Passages\n\n“.*”) \([^)]*\)$/m, '$1'],
    ['map', /^- Left out: .*$/m, '- The rest: is in the book.'],
    ['claim first', /^(1\. .*\n\n)/m, '$1The longest chapter is about this. '],
    ['references', /(^8\. [\s\S]*?)\(chapter 22\)/m, '$1'],
    [
      'expectation',
      /^Hook$/m,
      'Hook\n\nMost people think that this is a handbook for tyrants, and they have it wrong.',
    ],
    [
      'name',
      /^Best For$/m,
      'Best For\n\nIt was Machiaveli who asked whether Machiavelli had been read.',
    ],
  ])('finds what breaks the rule "%s" (%s)', async (rule, pattern, replacement) => {
    expect(await brokenBy(changed(pattern, replacement))).toContain(rule)
  })

  test('checks the questions that a book answers', async () => {
    const findingsFor = async (answers: object[] | null) => {
      const lines = answers?.map((answer) => `  - ${JSON.stringify(answer)}\n`).join('')
      const source = changed(/^answers:\n(?: .*\n)*/m, answers ? `answers:\n${lines}` : '')
      const books = mkdtempSync(join(folder, 'answers-'))
      writeFileSync(join(books, 'a.md'), source)
      const { findings } = await lintFolder(books, null)
      return findings.filter(({ rule }) => rule === 'answers').map(({ message }) => message)
    }
    const answer = (idea: number, question = `Why ${idea}?`) => ({ question, idea })
    const all = Array.from({ length: 9 }, (_, i) => answer(i + 1))
    expect(await findingsFor(null)).toEqual(['list the questions that the book answers'])
    expect(await findingsFor(all)).toEqual([])
    expect(await findingsFor(all.slice(4))).toEqual(['list at least 6 questions'])
    expect(await findingsFor([...all.slice(2), answer(99), answer(3, 'why, 3?')])).toEqual(
      expect.arrayContaining([
        'there is no idea 99 in the text',
        'add a question that idea 1 answers',
        'this question appears twice',
      ]),
    )
    // A question of the review is locked with its idea.
    const locked = 'Why does Machiavelli warn rulers against hired or borrowed soldiers?'
    expect(await findingsFor([answer(1, locked), ...all.slice(1)])).toEqual([
      'this question appears twice',
    ])
  })

  test('checks the questions of a book that has some', async () => {
    const plain = GOOD.replace(/^questions:\n(?: .*\n)*/m, '')
    const findingsFor = async (...questions: object[]) => {
      const books = mkdtempSync(join(folder, 'questions-'))
      const lines = questions.map((question) => `  - ${JSON.stringify(question)}`)
      const header = `sources:\n`
      const source = plain.replace(/^sources:\n/m, `questions:\n${lines.join('\n')}\n${header}`)
      writeFileSync(join(books, 'a.md'), source)
      const { findings, withoutQuestions } = await lintFolder(books, null)
      expect(withoutQuestions).toBe(0)
      return findings
        .filter(({ rule }) => rule === 'questions')
        .map(({ line, message }) => `${source.split('\n')[line - 1]!.slice(0, 12)} ${message}`)
    }
    const about = (idea: number) => ({ question: `Why ${idea}?`, answer: 'So.', idea })
    expect(await brokenBy(plain)).toEqual([])
    expect(await findingsFor(about(1), about(2), about(5))).toEqual([])
    expect(await findingsFor(about(1), about(2))).toEqual([
      expect.stringMatching(/^ {2}- .* list at least 3 questions$/),
    ])
    expect(await findingsFor(...[1, 2, 3, 4, 5, 6].map(about))).toHaveLength(1)
    const [long, silent] = [{ ...about(2), question: `${'w'.repeat(200)}?` }, { question: 'Why' }]
    expect(await findingsFor(about(1), long, silent)).toEqual([
      expect.stringMatching(/^ {2}- .*the question must have at most 200 characters/),
      expect.stringContaining('end the question with "?"'),
      expect.stringMatching(/^ {2}- .*write the answer/),
      expect.stringContaining('give the number of the idea'),
    ])
    expect(await findingsFor(about(1), { ...about(99), question: 'why, 1?' }, about(2))).toEqual([
      expect.stringContaining('there is no idea 99 in the text'),
      expect.stringContaining('this question appears twice'),
    ])
    const books = mkdtempSync(join(folder, 'questions-'))
    writeFileSync(join(books, 'a.md'), plain)
    expect(await lintFolder(books, null)).toMatchObject({ withoutQuestions: 1 })
  })

  test('counts short endings, superlatives, and reporting verbs', async () => {
    const endings = `${'A sentence of some length stands here first and takes its time. It ends.\n\n'.repeat(12)}`
    expect(await brokenBy(changed(/^Best For$/m, `${endings}Best For`))).toContain('short ending')
    const superlatives =
      'It is the greatest page. It is the finest chapter. It is the strangest passage of all.'
    expect(await brokenBy(changed(/^Best For$/m, `Best For\n\n${superlatives}`))).toContain(
      'superlative',
    )
    const says = 'He says one. He says two. He says three. He says four, and then he rests a while.'
    expect(await brokenBy(changed(/^Best For$/m, `Best For\n\n${says}`))).toContain(
      'reporting verb',
    )
  })

  test('finds the same words in two books, and books to read next that do not exist', async () => {
    const other = GOOD.replace('title: The Prince', 'title: Another')
    expect(await brokenBy(GOOD, other)).toContain('sameness')
    const books = mkdtempSync(join(folder, 'next-'))
    writeFileSync(join(books, 'a.md'), GOOD)
    const { findings } = await lintFolder(books, null)
    expect(findings.filter(({ rule }) => rule === 'read next').length).toBeGreaterThan(1)
  })

  test('warns about books of others, which may lack the new fields and sections', async () => {
    const warningsOf = async (source: string) => {
      const { books } = await parseBookSource('a', source, 'a.md', null)
      return new Set(books[0]!.warnings().map(({ field }) => field))
    }
    const older = GOOD.replace(/^(?:edition|written|checked): .*\n/gm, '')
      .replace(/^In One Page\n[^]*?(?=^Hook$)/m, '')
      .replace(/^(?:Where It Stands Today|Key Passages|Chapter Map)\n[^]*?(?=^[A-Z][\w ]+$)/gm, '')
      .replace(/^Read Next\n[^]*/m, '')
    expect(await brokenBy(older)).toEqual(expect.arrayContaining(['header', 'sections', 'length']))
    expect(await warningsOf(older)).toEqual(new Set())
    const vague = older.replace(/ \(idea \d+, \d+ minutes\):/, ':')
    expect(await warningsOf(vague)).toEqual(new Set(['step']))
  })

  test('does not check a text that is far too long, and reads odd ones in one pass', async () => {
    const messagesOf = async (text: string) => {
      const source = GOOD.replace(/^Hook$/m, `${text}\n\nHook`)
      const { books } = await parseBookSource('a', source, 'a.md', null)
      return books[0]!.warnings().map(({ message }) => message)
    }
    expect(await messagesOf('a '.repeat(30_000))).toEqual([
      expect.stringContaining('longer than 60,000 characters'),
    ])
    for (const odd of ['“', '(“', '(1', '1', '(', '“(', '”', ' (idea 1, ', 'Q']) {
      const before = process.cpuUsage()
      await messagesOf(`(${odd.repeat(30_000 / odd.length)}`)
      const { user } = process.cpuUsage(before)
      // A text takes 10 ms; one that is read once for each of its characters takes a second.
      expect(user / 1000, `${odd}, processor ms`).toBeLessThan(400)
    }
  })

  test('finds quotations that are not in the edition', async () => {
    const books = mkdtempSync(join(folder, 'quotes-'))
    const edition = join(folder, 'editions', 'a')
    mkdirSync(edition, { recursive: true })
    writeFileSync(
      join(books, 'a.md'),
      changed('the flavour of them may last', 'the taste of them may last'),
    )
    const quotations = [...GOOD.matchAll(/“([^”]+)”/g)].map(([, words]) => words)
    writeFileSync(join(edition, '1.txt'), quotations.join('\n'))
    const { compared, findings } = await lintFolder(books, join(folder, 'editions'))
    expect(compared).toBe(1)
    const [finding, ...rest] = findings.filter(({ rule }) => rule === 'quotation')
    expect(finding?.message).toContain('the taste of them may last')
    expect(rest).toEqual([])
  })

  test.each([
    ['Zilpah', 'Zilpha', false],
    ['Marriott', 'Mariott', true],
    ['Machiavelli', 'Machiaveli', true],
    ['Romans', 'Romano', true],
    ['Florence', 'Florenze', true],
    ['Athenian', 'Athenians', false],
  ])('%s and %s differ in one letter inside: %s', (a, b, differ) => {
    expect(differInOneLetter(a, b)).toBe(differ)
  })
})
