import { describe, expect, test } from 'vitest'
import { refillForm } from '#app/middleware/refill-form.server.ts'

const page = (form: string) => `<body><main id="content" tabindex="-1">${form}</main></body>`
const at = (path: string) => new URL(path, 'http://localhost')

const fill = (form: string, fields: [string, string][], action = '/x', path = '/x?typed=') =>
  refillForm(page(form), { action, fields }, at(path))

describe('a form that is shown again', () => {
  test('has the values of all kinds of fields', () => {
    const form =
      '<form method="post" action="/x"><input type="text" name="a" value="old"/>' +
      '<input type="hidden" name="version" value="1"/>' +
      '<input type="checkbox" name="b" checked=""/><input type="checkbox" name="c"/>' +
      '<input type="radio" name="d" value="1" checked=""/><input type="radio" name="d" value="2"/>' +
      '<textarea name="e">\nold</textarea>' +
      '<select name="f"><option value="1" selected="">One</option><option value="2">Two</option></select>' +
      '<input type="password" name="g"/><input name="h"/><input name="h"/></form>'
    const filled = fill(form, [
      ['a', 'x"y'],
      ['version', '7'],
      ['c', 'on'],
      ['d', '2'],
      ['e', '\nfirst </textarea>'],
      ['f', '2'],
      ['g', 'secret'],
      ['h', 'one'],
      ['h', 'two'],
    ])
    expect(filled).toContain('<input value="x&quot;y" type="text" name="a"/>')
    expect(filled).toContain('<input value="7" type="hidden" name="version"/>')
    expect(filled).toContain('<input type="checkbox" name="b"/>')
    expect(filled).toContain('<input checked="" type="checkbox" name="c"/>')
    expect(filled).toContain('<input type="radio" name="d" value="1"/>')
    expect(filled).toContain('<input checked="" type="radio" name="d" value="2"/>')
    expect(filled).toContain('<textarea name="e">\n\nfirst &lt;/textarea&gt;</textarea>')
    expect(filled).toContain('<option value="1">One</option>')
    expect(filled).toContain('<option selected="" value="2">Two</option>')
    expect(filled).toContain('<input type="password" name="g"/>')
    expect(filled).toContain('<input value="one" name="h"/><input value="two" name="h"/>')
    expect(filled).toContain('hasn’t been sent yet')
  })

  test('is the one with the same address and intent, and is unfolded', () => {
    const one = (intent: string) =>
      `<details><form method="post"><input name="a" value=""/><button value="${intent}" name="intent">Save</button></form></details>`
    const filled = fill(one('first') + one('second'), [
      ['intent', 'second'],
      ['a', 'typed'],
    ])
    const [, before, after] = filled.split('<details')
    expect(before).toContain('<input name="a" value=""/>')
    expect(after).toMatch(/^ open=""/)
    expect(after).toContain('<input value="typed" name="a"/>')
  })

  test('is sent to the address of its page without the parameter', () => {
    expect(fill('<form method="post"></form>', [], '/x', '/x?b=1&typed=y')).toContain(
      '<form action="/x?b=1" method="post">',
    )
  })

  test('says nothing and stays as it is if nothing was typed', () => {
    const form =
      '<form method="post" action="/x"><input type="hidden" name="mark" value="saved"/><input name="note"/><button>Save</button></form>'
    const typed: [string, string][] = [
      ['reader', '1'],
      ['mark', 'read'],
      ['note', ''],
    ]
    expect(fill(form, typed)).toBe(page(form))
    expect(fill('<p>Gone</p>', [['reader', '1']])).toBe(page('<p>Gone</p>'))
  })

  test('leaves the field that says whose page it is', () => {
    const form = '<form method="post"><input type="hidden" name="reader" value="own"/></form>'
    expect(fill(form, [['reader', 'other']])).toContain('name="reader" value="own"')
  })

  test('does not obey patterns of replacements in the input', () => {
    const filled = fill('<form method="post"><input name="a"/></form>', [['a', "$& $' $1 $$"]])
    expect(filled).toContain('value="$&amp; $\' $1 $$"')
  })
})

test('a page without the form shows the texts, so that they can be copied', () => {
  const shown = fill('<p>Gone</p>', [['a', '<b>typed</b>']])
  expect(shown).toContain('&lt;b&gt;typed&lt;/b&gt;</pre>')
  expect(shown).toContain('so that you can copy it')
})
