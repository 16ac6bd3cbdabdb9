import { beforeEach, expect, test } from 'vitest'
import { keepForVariant } from '#app/middleware/cache/by-variant.server.ts'
import { entryOf, type FilledEntry } from '#app/middleware/cache/entries.server.ts'
import { unfinishedResponses } from '#app/middleware/cache/unfinished-response.server.ts'
import { newRequestContext } from '#app/middleware/request/context.server.ts'

const VERSION = 7
let key = ''
let keys = 0
beforeEach(() => (key = `page ${++keys}`))

/**
 * Renders a page for a reader, and keeps it.
 * @param outside what the page shows outside of its fragment
 * @returns what is sent
 */
function render(id: number, name: string, outside: string): string {
  const requestContext = newRequestContext()
  requestContext.signedIn = { user: { id } } as never
  const value = { name }
  unfinishedResponses.set(requestContext, {
    key,
    variant: '',
    parts: new Map([['page', { load: async () => value, value, json: JSON.stringify(value) }]]),
    fragments: [
      {
        part: 'page',
        find: (own) => (own as typeof value).name,
        isList: false,
        render: (shown) => `<b>${shown}</b>`,
      },
    ],
  })
  const edge = (of: number | 'end') =>
    `<template data-fragment="${requestContext.nonce} ${of}"></template>`
  const text = `<p>${outside}</p>${edge(0)}<b>${name}</b>${edge('end')}`
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'self'",
  })
  return keepForVariant(requestContext, VERSION, { text, headers })
}

const kept = () => entryOf<FilledEntry>(key, VERSION)

test('a page is for its reader until the rendering for a second one was the same', () => {
  expect(render(1, 'Ada', 'Hello')).toBe('<p>Hello</p><b>Ada</b>')
  expect(kept()?.onlyFor).toBe(1)
  render(1, 'Ada', 'Hello')
  expect(kept()?.onlyFor).toBe(1)
  expect(render(2, 'Bob', 'Hello')).toBe('<p>Hello</p><b>Bob</b>')
  expect(kept()?.onlyFor).toBeNull()
})

test('a page that shows a reader outside of its fragments is never shared', () => {
  for (let turn = 0; turn < 3; turn++) {
    expect(render(1, 'Ada', 'Hello, Ada')).toBe('<p>Hello, Ada</p><b>Ada</b>')
    expect(render(2, 'Bob', 'Hello, Bob')).toBe('<p>Hello, Bob</p><b>Bob</b>')
    expect(kept()?.onlyFor).not.toBeNull()
  }
})

test('a second reader with the same data proves nothing', () => {
  render(1, 'Ada', 'Hello, you have notes')
  render(2, 'Ada', 'Hello, you have notes')
  expect(kept()?.onlyFor).toBe(1)
  render(3, 'Bob', 'Hello')
  expect(kept()).toBeUndefined()
})

test('a page of another version of the catalogue is not used', () => {
  render(1, 'Ada', 'Hello')
  expect(entryOf(key, VERSION + 1)).toBeUndefined()
})
