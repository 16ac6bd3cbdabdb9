import { PAGE_READER_FIELD } from '../accounts/rules/page-reader.ts'
import type { TypedInput } from './request/context.server.ts'
import { withoutTyped } from './typed-input.server.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)
  return found ? unescaped(found[1]!) : null
}

const withAttribute = (tag: string, name: string, value: string | null) => {
  const without = tag.replace(new RegExp(` ${name}="[^"]*"`), '')
  return value === null
    ? without
    : without.replace(/^<[a-z]+/, (start) => `${start} ${name}="${escaped(value)}"`)
}

const FORM = /<form\b[^>]*>[\s\S]*?<\/form>/g
const CONTROL =
  /<input\b[^>]*>|(<textarea\b[^>]*>)[\s\S]*?<\/textarea>|(<select\b[^>]*>)([\s\S]*?)<\/select>/g
const OPTION = /<option\b[^>]*>/g

const BUTTON_OR_INPUT = /<(?:button|input)\b[^>]*>/g

/** Whether a form is the one that was sent. Its intent tells it from others of the same page. */
function matches(form: string, { action, fields }: TypedInput, pathname: string): boolean {
  const sentTo = attribute(form.slice(0, form.indexOf('>')), 'action') ?? pathname
  if (sentTo.split('?', 1)[0] !== action) return false
  const [, intent] = fields.find(([name]) => name === 'intent') ?? []
  const isIntent = (tag: string) =>
    attribute(tag, 'name') === 'intent' && attribute(tag, 'value') === intent
  return intent === undefined || (form.match(BUTTON_OR_INPUT) ?? []).some(isIntent)
}

function filled(form: string, fields: TypedInput['fields']): string {
  const left = new Map<string, string[]>()
  for (const [name, value] of fields) left.getOrInsertComputed(name, () => []).push(value)
  left.delete(PAGE_READER_FIELD)
  return form.replace(CONTROL, (control, textarea?: string, select?: string, options?: string) => {
    const tag = textarea ?? select ?? control
    const name = attribute(tag, 'name') ?? ''
    const values = left.get(name)
    const type = attribute(tag, 'type')
    if (type === 'checkbox' || type === 'radio') {
      const isChosen = values?.includes(attribute(tag, 'value') ?? 'on')
      return left.size === 0 ? control : withAttribute(control, 'checked', isChosen ? '' : null)
    }
    if (!values || type === 'password' || type === 'file') return control
    const value = values.length > 1 ? values.shift()! : values[0]!
    // HTML drops the first line break of a textarea.
    if (textarea) return `${textarea}\n${escaped(value)}</textarea>`
    if (!select) return withAttribute(control, 'value', value)
    const chosen = options!.replace(OPTION, (option) =>
      withAttribute(option, 'selected', attribute(option, 'value') === value ? '' : null),
    )
    return `${select}${chosen}</select>`
  })
}

/** Whether a form has a field in which a reader has typed or chosen something. */
const hasTyped = (form: string, fields: TypedInput['fields']) =>
  [...form.matchAll(CONTROL)].some(([control, textarea, select]) => {
    const tag = textarea ?? select ?? control
    if (attribute(tag, 'type') === 'hidden') return false
    return fields.some(([name, value]) => name === attribute(tag, 'name') && value !== '')
  })

/** The page with the form in view. */
function unfolded(html: string, form: string): string {
  const before = html.slice(0, html.indexOf(form))
  const fold = before.lastIndexOf('<details')
  if (fold <= before.lastIndexOf('</details>')) return html
  return `${html.slice(0, fold)}<details open=""${html.slice(fold + '<details'.length)}`
}

/** It takes the focus, so that the browser scrolls to it. */
const message = (content: string) =>
  `<div role="status" tabindex="-1" autofocus="" class="callout outline-none">${content}</div>`

const IS_BACK = message(
  'What you typed is back. It hasn’t been sent yet: check it, and send it again.',
)
const NOT_SENT = 'What you typed hasn’t been sent. Here it is, so that you can copy it:'

function withTexts(html: string, fields: TypedInput['fields']): string {
  const texts = fields.filter(
    ([name, value]) => name !== PAGE_READER_FIELD && name !== 'intent' && value !== '',
  )
  if (texts.length === 0) return html
  const list = texts.map(([, value]) => `<pre class="whitespace-pre-wrap">${escaped(value)}</pre>`)
  const shown = `<div class="wrap pt-6">${message(NOT_SENT + list.join(''))}</div>`
  return html.replace(/<main id="content"[^>]*>/, (main) => main + shown)
}

/**
 * Fills the form of a finished page with its earlier input, so that no form needs to know how. A form
 * in which nothing was typed stays as it is. If the page does not have the form any more, it shows the texts.
 * @param html as React writes it
 */
export function refillForm(html: string, { action, fields }: TypedInput, url: URL): string {
  const form = html.match(FORM)?.find((one) => matches(one, { action, fields }, url.pathname))
  const again = () => filled(form!, fields).replace(/^<form\b[^>]*>/, (tag) => tag + IS_BACK)
  const page = !form
    ? withTexts(html, fields)
    : hasTyped(form, fields)
      ? unfolded(html, form).replace(form, again)
      : html
  return page.replace(/<form\b(?![^>]* action=)[^>]*>/g, (tag) =>
    withAttribute(tag, 'action', withoutTyped(url)),
  )
}
