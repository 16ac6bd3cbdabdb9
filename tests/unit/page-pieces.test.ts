import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, fillPage, scriptText } from '#app/middleware/page-pieces.ts'

const MARK = 'a'.repeat(32)
const TRICKS = ['</script>', '"', '\\', '$&', '$1', '\u2028', '😀', '<!-- -->', `${MARK} end`, '{"']

const text = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))
const markup = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page with its slots, rendered for a reader, with or without the marks. */
function render(reader: { name: string; marks: string[] }, isMarked: boolean): string {
  const edge = (number: number | 'end') =>
    isMarked ? `<template data-slot="${MARK} ${number}"></template>` : ''
  const cards = reader.marks.map(
    (mark, i) => `<li>${edge(i)}<b>${markup(mark)}</b>${edge('end')}</li>`,
  )
  const data = `[${scriptText(JSON.stringify(reader))},"x"]`
  return `<p>é</p>${cards.join('')}<script>window.streamController.enqueue(${data});</script><script>1</script>`
}

const packed = (reader: object) => new Map([['page', JSON.stringify(reader)]])

test('a page that was cut for one reader and filled for another is the other’s page', () => {
  const readers = fc.integer({ min: 0, max: 5 }).chain((length) => {
    const reader = fc.record({
      name: text,
      marks: fc.array(text, { minLength: length, maxLength: length }),
    })
    return fc.tuple(reader, reader)
  })
  fc.assert(
    fc.property(readers, ([one, other]) => {
      const { html, pieces } = cutPage(render(one, true), MARK, packed(one))
      expect(html).toBe(render(one, false))
      const { body, hash } = fillPage(
        pieces!,
        (number) => Buffer.from(`<b>${markup(other.marks[number]!)}</b>`),
        () => JSON.stringify(other),
      )
      expect(`${body}`).toBe(render(other, false))
      const script = /<script>(.*?)<\/script>/s.exec(`${body}`)![1]!
      expect(hash).toBe(createHash('sha256').update(script).digest('base64'))
    }),
  )
})

test('a page whose data has the reader’s part never, twice, or in two scripts is not kept', () => {
  const reader = { name: 'Ada', marks: [] }
  const page = render(reader, true)
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
