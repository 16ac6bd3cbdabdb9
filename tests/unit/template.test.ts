import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cutData,
  cutPage,
  fill,
  type Fragment,
  type ReaderDataParts,
} from '#app/middleware/cache/template.server.ts'

const MARK = 'a'.repeat(32)
const TRICKS = ['</script>', '"', '\\', '$&', '$1', '\u2028', '😀', '<!-- -->', `${MARK} end`, '{"']

const text = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))
const markup = (value: unknown) =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A value as React Router writes it into the script with a page's data. */
const scriptText = (value: unknown) =>
  JSON.stringify(JSON.stringify(JSON.stringify(value)))
    .slice(1, -1)
    .replaceAll(
      /[&<>\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )

interface Reader {
  name: string
  marks: string[]
  list: string[]
}

const edge = (number: number | string) => `<template data-fragment="${MARK} ${number}"></template>`

/** A page with its fragments, rendered for a reader, with or without their marks. */
function render(reader: Reader, isMarked: boolean): string {
  const within = (number: number, content: string) =>
    isMarked ? edge(number) + content + edge('end') : content
  const list = within(0, reader.list.map((entry) => `<i>${markup(entry)}</i>`).join(''))
  const cards = reader.marks.map((mark, i) => `<li>${within(i + 1, `<b>${markup(mark)}</b>`)}</li>`)
  const preloads = isMarked ? reader.list.map(preload).join('') : ''
  const script = `<script>window.streamController.enqueue("[${scriptText(reader)},1]");</script>`
  return `<head><title>é</title>${preloads}</head>${list}${cards.join('')}${script}<script>1</script>`
}

const preload = (entry: string) =>
  `<link rel="preload" as="image" href="${markup(entry).replaceAll('>', '&gt;')}"/>`

/** What is in the fragments of such a page. */
const fragmentsOf = ({ marks }: Reader): Fragment[] => [
  {
    part: 'page',
    find: (own) => (own as Reader).list,
    isList: true,
    render: (entry) => `${preload(String(entry))}<i>${markup(entry)}</i>`,
  },
  ...marks.map((_, i) => ({
    part: 'page',
    find: (own: unknown) => (own as Reader).marks[i],
    isList: false,
    render: (mark: unknown) => `<b>${markup(mark)}</b>`,
  })),
]

const partsOf = (value: unknown): ReaderDataParts =>
  new Map([['page', { load: async () => value, value, json: JSON.stringify(value) }]])

test('a page that was cut for one reader and filled for another is the other’s page', () => {
  const readers = fc.integer({ min: 0, max: 5 }).chain((length) => {
    const reader = fc.record({
      name: text,
      marks: fc.array(text, { minLength: length, maxLength: length }),
      list: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    })
    return fc.tuple(reader, reader)
  })
  fc.assert(
    fc.property(readers, ([one, other]) => {
      const cut = cutPage(render(one, true), MARK, fragmentsOf(one), partsOf(one))
      expect(cut.html).toBe(render(one, false))
      const { text: filled, scriptHash } = fill(cut.template!, partsOf(other))
      expect(filled).toBe(render(other, false))
      const script = /<script>(.*?)<\/script>/s.exec(filled)![1]!
      expect(scriptHash).toBe(createHash('sha256').update(script).digest('base64'))
    }),
  )
})

test('a page whose data has the reader’s part never, twice, or in two scripts is not kept', () => {
  const reader = { name: 'Ada', marks: [], list: [] }
  const page = render(reader, true)
  const data = scriptText(reader)
  for (const html of [
    page.replace(data, '0'),
    page.replace(data, `${data},${data}`),
    page.replace('>1<', `>window.streamController.enqueue("${data}")<`),
  ]) {
    const { template } = cutPage(html, MARK, fragmentsOf(reader), partsOf(reader))
    expect(template, html).toBeNull()
  }
})

test('a page whose fragments overlap or are missing is not kept, and is sent without their marks', () => {
  const fragment = { part: 'page', find: () => 1, isList: false, render: () => '' }
  const wrong = [
    `a${edge('0')}b${edge('1')}c${edge('end')}d${edge('end')}e`,
    `a${edge('end')}b${edge('0')}c`,
    `a${edge('0')}b${edge('end')}c${edge('0')}d${edge('end')}e`,
    `a${edge('1')}b${edge('end')}c${edge('0')}d${edge('end')}e`,
    `a${edge('0')}b`,
    `a${edge('0')}b${edge('end')}c`,
  ]
  for (const html of wrong) {
    const { html: sent, template } = cutPage(html, MARK, [fragment, fragment], new Map())
    expect(template).toBeNull()
    expect(sent).toBe('abcde'.slice(0, sent.length))
  }
})

test('data that was cut for one reader and filled for another is the other’s data', () => {
  const data = (reader: string) =>
    JSON.stringify([{ _1: 2 }, 'reader', JSON.stringify(reader), '\u2028'])
  fc.assert(
    fc.property(text, text, (one, other) => {
      const template = cutData(data(one), partsOf(one))
      expect(fill(template!, partsOf(other))).toEqual({ text: data(other), scriptHash: '' })
    }),
  )
})
