import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapedText, IN_SCRIPT } from '#app/middleware/filled-pages/page-buffer.ts'
import { cutData, cutPage, fillPage, fragmentOf } from '#app/middleware/filled-pages/page-pieces.ts'

const scriptText = (part: string) => escapedText(part, IN_SCRIPT)

const MARK = 'a'.repeat(32)
const TRICKS = ['</script>', '"', '\\', '$&', '$1', '\u2028', '😀', '<!-- -->', `${MARK} end`, '{"']

const text = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))
const markup = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const preload = (picture: string) =>
  `<link rel="preload" as="image" href="${markup(picture).replaceAll('>', '&gt;')}"/>`

interface Reader {
  name: string
  marks: string[]
  list: string[]
}

/** A page with its slots, rendered for a reader, with or without the marks. */
function render(reader: Reader, isMarked: boolean): string {
  const edge = (number: number | 'end') =>
    isMarked ? `<template data-slot="${MARK} ${number}"></template>` : ''
  const cards = reader.marks.map(
    (mark, i) => `<li>${edge(i)}<b>${markup(mark)}</b>${edge('end')}</li>`,
  )
  const list = reader.list.map((entry) => `<i>${markup(entry)}</i>`).join('')
  const data = `[${scriptText(JSON.stringify(reader))},"x"]`
  const links = [...new Set(reader.list)].map(preload).join('')
  const start = `<head><title>é</title>${preload('of all')}${links}</head>${edge(cards.length)}${list}${edge('end')}`
  return `${start}${cards.join('')}<script>window.streamController.enqueue(${data});</script><script>1</script>`
}

/** What the slots of a page show. */
const fragments = ({ marks, list }: Reader) => [
  ...marks.map((mark) => [fragmentOf(`<b>${markup(mark)}</b>`)]),
  list.map((entry) => fragmentOf(`${preload(entry)}<i>${markup(entry)}</i>`)),
]
const preloadsOf = (reader: Reader) =>
  fragments(reader).flatMap((slot) => slot.flatMap(({ preloads }) => preloads))

const packed = (reader: unknown) => new Map([['page', JSON.stringify(reader)]])

test('a page that was cut for one reader and filled for another is the other’s page', () => {
  const readers = fc.integer({ min: 0, max: 5 }).chain((length) => {
    const reader = fc.record({
      name: text,
      marks: fc.array(text, { minLength: length, maxLength: length }),
      list: fc.array(text, { minLength: 1, maxLength: 4 }),
    })
    return fc.tuple(reader, reader)
  })
  fc.assert(
    fc.property(readers, ([one, other]) => {
      const { html, pieces } = cutPage(render(one, true), MARK, packed(one), preloadsOf(one))
      expect(html).toBe(render(one, false))
      const own = () => [JSON.stringify(other)]
      const { body, hash } = fillPage(pieces!, fragments(other), own)!
      const filled = `${body}`
      expect(filled).toBe(render(other, false))
      const script = /<script>(.*?)<\/script>/s.exec(filled)![1]!
      expect(hash).toBe(createHash('sha256').update(script).digest('base64'))
    }),
  )
})

test('a part is written into a script like JSON in JSON, with the escapes of scripts', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), (value) => {
      const part = JSON.stringify(value)
      const written = JSON.stringify(JSON.stringify(part))
        .slice(1, -1)
        .replaceAll(/[&<>\u2028\u2029]/g, (char) => {
          const code = char.charCodeAt(0).toString(16)
          return `\\u${code.padStart(4, '0')}`
        })
      expect(scriptText(part)).toBe(written)
    }),
  )
})

test('a page whose data has the reader’s part never, twice, or in two scripts is not kept', () => {
  const reader = { name: 'Ada', marks: [], list: [] }
  const page = render(reader, false)
  const data = scriptText(JSON.stringify(reader))
  for (const html of [
    page.replace(data, '""'),
    page.replace(data, `${data},${data}`),
    page.replace('>1<', `>${data}<`),
  ]) {
    expect(cutPage(html, MARK, packed(reader))).toMatchObject({ html, pieces: null })
  }
  const two = new Map([...packed(reader), ['frame', '"other"']])
  const apart = page.replace('>1<', `>${scriptText('"other"')}<`)
  expect(cutPage(apart, MARK, two).pieces).toBeNull()
})

test('a page whose slots overlap is not kept, and is sent without their marks', () => {
  const edge = (name: string) => `<template data-slot="${MARK} ${name}"></template>`
  const wrong = [
    `a${edge('0')}b${edge('1')}c${edge('end')}d${edge('end')}e`,
    `a${edge('end')}b${edge('0')}c`,
    `a${edge('0')}b${edge('end')}c${edge('0')}d${edge('end')}e`,
    `a${edge('0')}b`,
  ]
  for (const html of wrong) {
    const cut = cutPage(html, MARK, new Map())
    expect(cut.pieces).toBeNull()
    expect(cut.html).not.toContain('template')
    expect(cut.html).toBe('abcde'.slice(0, cut.html.length))
  }
})

test('a page without a place for preloads is not filled for a reader with some', () => {
  const reader = { name: 'Ada', marks: [], list: [] }
  const { pieces } = cutPage(render(reader, true), MARK, packed(reader))
  const fill = (other: Reader) => fillPage(pieces!, fragments(other), () => [JSON.stringify(other)])
  expect(`${fill(reader)!.body}`).toBe(render(reader, false))
  expect(fill({ ...reader, list: ['a'] })).toBeNull()
})

test('data that was cut for one reader and filled for another is the other’s data', () => {
  const data = (reader: string) =>
    JSON.stringify([{ _1: 2 }, 'reader', JSON.stringify(reader), '\u2028'])
  fc.assert(
    fc.property(text, text, (one, other) => {
      const pieces = cutData(data(one), packed(one))
      const filled = fillPage(pieces!, [], () => [JSON.stringify(other)])!
      expect(`${filled.body}`).toBe(data(other))
      expect(filled.hash).toBeNull()
    }),
  )
})
