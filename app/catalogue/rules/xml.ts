export function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/** Text that may contain anything, for XML: escaped, without the characters that XML forbids. */
export const xmlText = (text: string) =>
  escapeXml(text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, ''))

export type Attributes = Record<string, string | number | undefined>

/** An element with escaped attributes. Its content is XML. */
export function element(
  name: string,
  attributes: Attributes,
  content: string | string[] = '',
): string {
  const list = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  )
  const inner = typeof content === 'string' ? content : content.join('')
  return inner === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${inner}</${name}>`
}

/** An element with text. Without any, a space: Atom requires most elements. */
export const textElement = (name: string, text: string, attributes: Attributes = {}) =>
  element(name, attributes, xmlText(text) || ' ')

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
