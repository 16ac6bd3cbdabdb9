import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { type Anchor, anchorAt, type TextRange } from '#app/reading/rules/highlights/anchor.ts'
import { anchorFor } from '#app/reading/rules/highlights/anchor-for.ts'
import { findApproximately, findExactly } from '#app/reading/rules/highlights/find-passage.ts'

const find = (text: string, anchor: Anchor) =>
  findExactly(text, anchor) ?? findApproximately(text, anchor)

/** The anchor of the first place with these words. */
function anchorOf(text: string, words: string): Anchor {
  const start = text.indexOf(words)
  return anchorAt(text, start, start + words.length)!
}

const wordsAt = (text: string, range: TextRange | null) =>
  range && text.slice(range.start, range.end)

describe('an anchor', () => {
  test('has 32 characters of context, and no spaces at its ends', () => {
    const text = `${'a'.repeat(40)} words here ${'b'.repeat(40)}`
    expect(anchorAt(text, 40, 52)).toEqual({
      ...{ start: 41, end: 51, exact: 'words here' },
      ...{ prefix: `${'a'.repeat(31)} `, suffix: ` ${'b'.repeat(31)}` },
    })
    expect(anchorAt('one   two', 3, 6)).toBeNull()
    expect(anchorAt('one', 1, 1)).toBeNull()
  })

  test.each([
    ['a surrogate pair', 'Read 📚 now', 6, 11, '📚 now'],
    ['a family of emoji', 'We 👩‍👩‍👧 read', 3, 6, '👩‍👩‍👧'],
    ['a flag', 'In 🇫🇷 today', 0, 5, 'In 🇫🇷'],
    ['a combined letter', 'Cafe\u0301 Noir', 0, 4, 'Cafe\u0301'],
    ['a letter with a mark in Hebrew', 'שָׁלוֹם עולם', 0, 1, 'שָׁ'],
  ])('does not split %s', (_, text, start, end, words) => {
    expect(anchorAt(text, start, end)?.exact).toBe(words)
  })

  test('has no half of a surrogate pair in its context', () => {
    const text = `${'📚'.repeat(20)}.words.${'📚'.repeat(20)}`
    const { prefix, suffix } = anchorOf(text, 'words')
    expect([prefix.isWellFormed(), suffix.isWellFormed()]).toEqual([true, true])
  })
})

describe('a new highlight', () => {
  const text = 'The hook says it.\nThe free part is short.\nThe end says it again.'

  test.each([
    ['its position', { position: { start: 4, end: 8 } }, 4],
    ['its words', { quote: { exact: 'free part', prefix: '', suffix: '' } }, 22],
    [
      'both',
      { position: { start: 4, end: 8 }, quote: { exact: 'hook', prefix: '', suffix: '' } },
      4,
    ],
    [
      'its words, when they are not at the position',
      { position: { start: 9, end: 13 }, quote: { exact: 'hook', prefix: '', suffix: '' } },
      4,
    ],
    [
      'the words nearest to its position',
      { position: { start: 50, end: 53 }, quote: { exact: 'says it', prefix: '', suffix: '' } },
      50,
    ],
    [
      'words in two paragraphs as browsers copy them',
      { quote: { exact: 'says it.\n\nThe free', prefix: '', suffix: '' } },
      9,
    ],
  ])('is found by %s', (_, selection, start) => {
    expect(anchorFor(text, selection)?.start).toBe(start)
  })

  test.each([
    ['outside of the text', { position: { start: 60, end: 100 } }],
    ['with its end before its start', { position: { start: 8, end: 4 } }],
    ['of spaces', { position: { start: 3, end: 4 } }],
    ['with words that are not in the text', { quote: { exact: 'paid', prefix: '', suffix: '' } }],
    [
      'at a position with other words',
      { position: { start: 4, end: 8 }, quote: { exact: 'paid', prefix: '', suffix: '' } },
    ],
  ])('is refused %s', (_, selection) => {
    expect(anchorFor(text, selection)).toBeNull()
  })

  test('is refused when it is too long', () => {
    const long = 'words '.repeat(2000)
    expect(anchorFor(long, { position: { start: 0, end: 5000 } })?.exact).toHaveLength(5000)
    expect(anchorFor(long, { position: { start: 0, end: 5002 } })).toBeNull()
  })
})

describe('a highlight in a changed text', () => {
  const before =
    'Walden is about living with less.\nThoreau built a cabin near the pond and stayed for two years.\nHe counted what things cost in life.'

  test.each([
    ['stays', 'a cabin near the pond', before, 'a cabin near the pond'],
    [
      'moves with its paragraph',
      'a cabin near the pond',
      `A new beginning.\n${before}`,
      'a cabin near the pond',
    ],
    [
      'is found with a corrected typo',
      'He counted what things cost in life.',
      before.replace('counted', 'conted').replace('life', 'lifetime'),
      'He conted what things cost in lifetime.',
    ],
    ['of one word is found by what is around it', 'pond', `Pond, pond.\n${before}`, 'pond'],
    [
      'of one word is found when its sentence is edited',
      'pond',
      before.replace('a cabin', 'his own hut').replace('two', '2'),
      'pond',
    ],
  ])('%s', (_, words, after, found) => {
    expect(wordsAt(after, find(after, anchorOf(before, words)))).toBe(found)
  })

  test('of one word does not jump to the same word elsewhere', () => {
    const after = 'The end.\nA pond is a small lake, and nobody lived near it in those days.'
    expect(find(after, anchorOf(before, 'pond'))).toBeNull()
  })

  test('does not become a part of another word', () => {
    const after = before.replace('two years', 'twofold years')
    expect(find(after, anchorOf(before, 'two'))).toBeNull()
  })

  test('does not jump to a sentence that is only similar', () => {
    const first = 'Save money every month.'
    const text = `${before}\n${first}\n${before}`
    const after = `${before}\nOther words.\n${before}\nIn winter, save energy every month of it.`
    expect(find(after, anchorOf(text, first))).toBeNull()
  })

  test('takes the nearest of two places that are alike', () => {
    const text = `${before}\n${before}`
    const second = text.lastIndexOf('cabin')
    const anchor = anchorAt(text, second, second + 5)!
    const after = `New.\n${text}`
    expect(find(after, anchor)?.start).toBe(second + 5)
  })
})

/** A text whose characters have numbers, which they keep when they move. */
type Tracked = { unit: string; id: number }[]

const WORDS = fc.oneof(
  fc.stringMatching(/^[a-z]{2,9}$/),
  fc.constantFrom(
    'naïve',
    'Straße',
    'שלום',
    '👩‍👩‍👧',
    '📚',
    'e\u0301tude',
    '日本語',
    'the',
    'of',
    'it',
  ),
)
const PARAGRAPH = fc
  .array(WORDS, { minLength: 3, maxLength: 40 })
  .map((words) => `${words.join(' ')}.`)
const TEXT = fc.array(PARAGRAPH, { minLength: 3, maxLength: 12 }).map((all) => all.join('\n'))
const SHARE = fc.double({ min: 0, max: 1, noNaN: true })
const EDIT = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'move', 'paragraph'),
  at: SHARE,
  length: fc.nat(80),
  to: SHARE,
  text: PARAGRAPH,
})
type Edit = typeof EDIT extends fc.Arbitrary<infer E> ? E : never

let lastId = 0
const track = (text: string): Tracked =>
  Array.from({ length: text.length }, (_, i) => ({ unit: text[i]!, id: ++lastId }))
const textOf = (tracked: Tracked) => tracked.map(({ unit }) => unit).join('')

function edited(tracked: Tracked, { kind, at, length, to, text }: Edit): Tracked {
  const from = Math.floor(at * tracked.length)
  const short = text.slice(0, length)
  switch (kind) {
    case 'insert':
      return tracked.toSpliced(from, 0, ...track(short))
    case 'delete':
      return tracked.toSpliced(from, length)
    case 'replace':
      return tracked.toSpliced(from, length, ...track(short))
    case 'paragraph':
      return tracked.toSpliced(from, 0, ...track(`\n${text}\n`))
    default: {
      const paragraphs = textOf(tracked).split('\n')
      const starts = paragraphs.map((_, i) => paragraphs.slice(0, i).join('\n').length + (i && 1))
      const i = Math.min(paragraphs.length - 1, Math.floor(at * paragraphs.length))
      const moved = tracked.slice(starts[i], starts[i]! + paragraphs[i]!.length)
      const rest = tracked.toSpliced(starts[i]!, paragraphs[i]!.length + 1)
      const target = starts[Math.floor(to * (paragraphs.length - 1))]!
      return rest.toSpliced(Math.min(target, rest.length), 0, ...moved, ...track('\n'))
    }
  }
}

describe('however a text is edited', () => {
  test('a highlight is found at its own words or not at all', () => {
    fc.assert(
      fc.property(
        TEXT,
        fc.array(fc.tuple(SHARE, fc.nat(200)), { minLength: 1, maxLength: 8 }),
        fc.array(EDIT, { minLength: 1, maxLength: 6 }),
        (text, passages, edits) => {
          const before = track(text)
          const after = edits.reduce(edited, before)
          const newText = textOf(after)
          // Files are UTF-8: no edit leaves half of a character.
          fc.pre(newText.isWellFormed())
          for (const [at, length] of passages) {
            const start = Math.floor(at * text.length)
            const anchor = anchorAt(text, start, start + length + 1)
            if (!anchor) continue
            check(anchor, before, after, newText)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  function check(anchor: Anchor, before: Tracked, after: Tracked, newText: string) {
    const idsIn = (tracked: Tracked, start: number, end: number) =>
      tracked.slice(start, end).map(({ id }) => id)
    const own = idsIn(before, anchor.start, anchor.end)
    const range = find(newText, anchor)
    const now = after.findIndex(({ id }) => id === own[0])
    const sameAt = (start: number, ids: number[]) =>
      ids.every((id, i) => after[start + i]?.id === id)
    const isWhole = now >= 0 && sameAt(now, own)
    const around = (chars: number) =>
      idsIn(before, Math.max(0, anchor.start - chars), anchor.end + chars)
    const isEdge = (at: number) => !after[at] || /\s/.test(after[at].unit)
    const isUntouched =
      isWhole &&
      sameAt(now - Math.min(32, anchor.start), around(32)) &&
      (anchor.start >= 32 || isEdge(now - Math.min(32, anchor.start) - 1)) &&
      (anchor.end + 32 <= before.length || isEdge(now + before.length - anchor.start))
    if (isUntouched) expect(range).not.toBeNull()
    if (!range) return
    const words = newText.slice(range.start, range.end)
    expect(words.isWellFormed()).toBe(true)
    const found = idsIn(after, range.start, range.end)
    // The same words in the same surroundings may be in the text twice.
    if (words === anchor.exact && !sameAt(range.start, own)) return
    const ownOnes = new Set(own)
    const share = found.filter((id) => ownOnes.has(id)).length / found.length
    expect(share, `“${anchor.exact}” became “${words}”`).toBeGreaterThan(0.3)
    expect(distance(words, anchor.exact)).toBeLessThan(0.2 * anchor.exact.length + 20)
    // A word that became longer is in it as a whole.
    if (isWhole) expect(words).toContain(anchor.exact)
  }
})
