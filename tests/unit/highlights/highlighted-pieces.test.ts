import { expect, test } from 'vitest'
import { packHighlights, unpackHighlights } from '#app/reading/rules/highlights/changes.ts'
import { markAttributes, piecesOf } from '#app/reading/rules/highlights/highlighted-pieces.ts'

const note = (id: string, start: number, end: number, more: object = {}) => ({
  id,
  color: 'yellow',
  start,
  end,
  text: '',
  isOutdated: false,
  ...more,
})

/** Such as `0-4 4-8:a<`, where `<` and `>` say that the highlight begins and ends. */
const written = (pieces: ReturnType<typeof piecesOf<ReturnType<typeof note>>>) =>
  pieces.map((line) =>
    line
      .map(({ start, end, note: shown, begins, ends }) => {
        const edges = `${begins ? '<' : ''}${ends ? '>' : ''}`
        return `${start}-${end}${shown ? `:${shown.id}${edges}` : ''}`
      })
      .join(' '),
  )

const LINES = [
  { start: 5, end: 20 },
  { start: 21, end: 30 },
  { start: 40, end: 50 },
]

test('a text without highlights is one piece for each line', () => {
  expect(written(piecesOf(LINES, []))).toEqual(['5-20', '21-30', '40-50'])
  expect(piecesOf([{ start: 3, end: 3 }], [])).toEqual([[]])
})

test('a highlight crosses lines, and begins and ends once', () => {
  expect(written(piecesOf(LINES, [note('a', 10, 44)]))).toEqual([
    '5-10 10-20:a<',
    '21-30:a',
    '40-44:a> 44-50',
  ])
})

test('a highlight that begins in a heading begins in the line below it', () => {
  expect(written(piecesOf(LINES, [note('a', 33, 99)]))[2]).toBe('40-50:a<>')
})

test('where highlights overlap, the shorter shows, and of equally long ones the newer', () => {
  expect(written(piecesOf(LINES, [note('a', 5, 20), note('b', 8, 12)]))[0]).toBe(
    '5-8:a< 8-12:b<> 12-20:a>',
  )
  expect(written(piecesOf(LINES, [note('b', 8, 12), note('a', 5, 20)]))[0]).toBe(
    '5-8:a< 8-12:b<> 12-20:a>',
  )
  expect(written(piecesOf(LINES, [note('a', 5, 10), note('b', 8, 13)]))[0]).toBe(
    '5-8:a<> 8-13:b<> 13-20',
  )
})

test('what is not in the text is not shown', () => {
  const gone = note('a', 6, 10, { isOutdated: true })
  expect(written(piecesOf(LINES, [gone, note('b', 8, 8), note('c', 90, 99)]))).toEqual([
    '5-20',
    '21-30',
    '40-50',
  ])
})

test('the pieces cover each line, and only highlights change them', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 200; round++) {
    const notes = Array.from({ length: random(12) }, (_, i) => {
      const start = random(50)
      return note(`${i}`, start, start + random(20))
    })
    for (const [i, pieces] of piecesOf(LINES, notes).entries()) {
      const { start, end } = LINES[i]!
      for (let at = start; at < end; at++) {
        const [piece, ...more] = pieces.filter((one) => one.start <= at && at < one.end)
        expect(more).toEqual([])
        const around = notes.filter((one) => one.start <= at && at < one.end)
        const shortest = Math.min(...around.map((one) => one.end - one.start))
        const top = around.findLast((one) => one.end - one.start === shortest)
        expect(piece!.note?.id).toBe(top?.id)
      }
    }
  }
})

test('ten thousand highlights in one text are split quickly', () => {
  const notes = Array.from({ length: 10_000 }, (_, i) => note(`${i}`, 5 + (i % 10), 50 - (i % 7)))
  expect(piecesOf(LINES, notes).flat().length).toBeLessThan(30)
})

test('highlights are the same after they were an attribute', () => {
  const exact = '1 + 2 | 3'
  const all = [note('a', 5, 20, { text: 'Why “so”?\r\n100% <b> & 😀' }), note('b', 3, 4)]
  const gone = note('c', 9, 12, { isOutdated: true })
  const after = note('d', 80, 100)
  const packed = packHighlights(
    [...all, gone, after].map((one) => ({ ...one, exact })),
    90,
  )
  expect(unpackHighlights(packed)).toEqual([...all, { ...gone, exact }, { ...after, exact }])
  expect(unpackHighlights(packed)).toBe(unpackHighlights(packed))
  expect(unpackHighlights(packHighlights([], 90))).toEqual([])
  const half = { ...note('a', 1, 2, { text: '\ud800' }), exact }
  expect(unpackHighlights(packHighlights([half], 90))[0]!.text).toBe('\ufffd')
})

test('a piece has the class names of its highlight, and the first one its id', () => {
  const [line] = piecesOf(LINES.slice(0, 1), [
    note('a', 5, 20, { color: 'pink', text: 'Why?' }),
    note('b', 8, 12),
  ])
  const all = line!.map((piece) => markAttributes({ ...piece, note: piece.note! }))
  expect(all).toEqual([
    {
      class: 'highlight highlight-pink highlight-start',
      id: 'note-a',
      tabindex: '-1',
    },
    {
      class: 'highlight highlight-yellow highlight-start highlight-end',
      id: 'note-b',
      tabindex: '-1',
    },
    { class: 'highlight highlight-pink highlight-end highlight-noted', 'data-note': 'a' },
  ])
})
