import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the build puts what browsers load, seen from a file of its server. */
const CLIENT_FOLDERS = ['../client', '../../client'].map((way) => join(import.meta.dirname, way))

/** One statement of a style sheet; a group holds further ones. */
interface Statement {
  /** All before the body; a whole statement where there is none. */
  head: string
  body: string | null
  inside: Statement[] | null
  /** What a rule selects; worked out once, since every page made anew asks. */
  selectors: { text: string; needs: string[] }[]
}

/** Rules that hold others. */
const GROUP = /^@(?:media|supports|layer|container)\b/

/** Classes that scripts give to what they make themselves. */
const MADE_BY_SCRIPTS = ['toasts', 'toast', 'listen-bar']

/** Parses a style sheet as the build writes it: without comments between a rule and its body. */
export function parseStyles(css: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let depth = 0
  let bodyStart = 0
  for (const { 0: sign, index } of css.matchAll(
    /\/\*[^]*?\*\/|"(?:\\[^]|[^"])*"|'(?:\\[^]|[^'])*'|\\[^]|[{};]/g,
  )) {
    if (sign === '{') {
      if (depth++ === 0) bodyStart = index
    } else if (sign === '}') {
      if (--depth > 0) continue
      const head = css.slice(start, bodyStart).trim()
      const body = css.slice(bodyStart + 1, index)
      const inside = GROUP.test(head) ? parseStyles(body) : null
      const selectors = head.startsWith('@')
        ? []
        : selectorsOf(head).map((text) => ({ text, needs: neededClasses(text) }))
      statements.push({ head, body, inside, selectors })
      start = index + 1
    } else if (sign === ';' && depth === 0) {
      const head = css.slice(start, index).trim()
      statements.push({ head, body: null, inside: null, selectors: [] })
      start = index + 1
    } else if (sign.startsWith('/*') && depth === 0 && css.slice(start, index).trim() === '') {
      start = index + sign.length
    }
  }
  return statements
}

/** The classes without which a selector selects nothing. */
function neededClasses(selector: string): string[] {
  let plain = selector.replace(/(\\[^])|\[[^\]]*\]/g, '$1')
  // What stands in :is() or :not() is a choice, or must not be there.
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replace(/:[\w-]+\([^()]*\)/g, '')
  }
  return [...plain.matchAll(/\.((?:\\[^]|[\w-]|[^\0-\x7f])+)/g)].map(([, name]) =>
    name!.replaceAll('\\', ''),
  )
}

/** The selectors of a rule: what stands between its outermost commas. */
function selectorsOf(head: string): string[] {
  const selectors: string[] = []
  let start = 0
  let depth = 0
  for (const { 0: sign, index } of head.matchAll(/\\[^]|"[^"]*"|'[^']*'|[()[\],]/g)) {
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      selectors.push(head.slice(start, index))
      start = index + 1
    }
  }
  return [...selectors, head.slice(start)]
}

/** The rules that a page with these classes can use, as a style sheet. */
export function usedStyles(statements: Statement[], classes: ReadonlySet<string>): string {
  let css = ''
  for (const { head, body, inside, selectors } of statements) {
    if (body === null) css += `${head};`
    else if (inside) {
      const used = usedStyles(inside, classes)
      if (used) css += `${head}{${used}}`
    } else if (head.startsWith('@')) css += `${head}{${body}}`
    else {
      const used = selectors.filter(({ needs }) => needs.every((name) => classes.has(name)))
      if (used.length > 0) css += `${used.map(({ text }) => text).join(',')}{${body}}`
    }
  }
  return css
}

/** The classes of a page. */
function classesOf(html: string): Set<string> {
  const classes = new Set(MADE_BY_SCRIPTS)
  for (const [, names] of html.matchAll(/\sclass="([^"]*)"/g)) {
    const plain = names!.replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    for (const name of plain.split(/\s+/)) classes.add(name.replaceAll('\\', ''))
  }
  return classes
}

const parsed = new Map<string, Promise<Statement[]>>()

/**
 * What of a built style sheet a page can use.
 * @param path the style sheet's address, such as /assets/root-abc.css
 * @returns null: this build has no such file
 */
export async function stylesFor(html: string, path: string): Promise<string | null> {
  let statements = parsed.get(path)
  if (!statements) {
    const file = CLIENT_FOLDERS.map((folder) => join(folder, path)).find(existsSync)
    if (!file) return null
    statements = readFile(file, 'utf8').then(parseStyles)
    parsed.set(path, statements)
  }
  return usedStyles(await statements, classesOf(html))
}
