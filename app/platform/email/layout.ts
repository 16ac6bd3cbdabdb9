import { Lexer, type Token } from 'marked'

export interface EmailContent {
  subject: string
  text: string
  html: string
  /** Where the recipient stops emails of this kind with one request (RFC 8058). */
  unsubscribeUrl?: string | null
}

export interface EmailReader {
  name: string
  /** Whether the address is known to be theirs. */
  emailVerified: boolean
}

export type EmailList = { title: string; text: string; href?: string }[]

/**
 * The values of an email's variables. A part whose variable is null, false, or an empty list is left out,
 * with the heading before it; true only keeps the part.
 */
export type EmailValues = Record<string, string | boolean | null | EmailList>

interface Part {
  text: string
  html: string
}

const VARIABLE = /\{(\w+)\}/g

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function lacksValue(text: string, values: EmailValues): boolean {
  return [...text.matchAll(VARIABLE)].some(([, name]) => {
    const value = values[name!]
    if (value === undefined) throw new Error(`The email has no value for {${name}}`)
    return value === null || value === false || (Array.isArray(value) && value.length === 0)
  })
}

/** Values are put into the text after it was parsed: they are never Markdown. */
function fill(text: string, values: EmailValues): string {
  return text.replace(VARIABLE, (_, name: string) => String(values[name]).replace(/^true$/, ''))
}

function listPart(items: EmailList): Part {
  const entry = ({ title, text, href }: EmailList[number]) => {
    const name = href
      ? `<a href="${escapeHtml(href)}" style="color:#0b5a43;font-weight:bold">${escapeHtml(title)}</a>`
      : `<span style="font-size:13px;color:#525d56">${escapeHtml(title)}</span>`
    return `<p style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #fbc939">${name}<br>${escapeHtml(text)}</p>`
  }
  return {
    text: items
      .map(({ title, text, href }) => `- ${title}: ${text}${href ? `\n  ${href}` : ''}`)
      .join('\n'),
    html: items.map(entry).join(''),
  }
}

/** A part of the text: a link alone is a button, a list holds small links, and a code block a code. */
function partOf(token: Token, values: EmailValues): Part {
  const text = fill('text' in token ? token.text : '', values).trim()
  const html = escapeHtml(text)
  const only =
    token.type === 'paragraph' && token.tokens?.length === 1 ? token.tokens[0] : undefined
  const list = values[/^\{(\w+)\}$/.exec(only?.raw ?? '')?.[1] ?? '']
  if (Array.isArray(list)) return listPart(list)
  if (only?.type === 'link') {
    const [label, href] = [fill(only.text, values), fill(only.href, values)]
    const address = escapeHtml(href)
    // The full address below is for email clients that show no button.
    return {
      text: `${label}:\n${href}`,
      html: `<p style="margin:24px 0 8px"><a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#0b5a43;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#525d56;word-break:break-all">${address}</p>`,
    }
  }
  if (token.type === 'list_item') {
    const [link] = new Lexer().inlineTokens(token.text) as { text: string; href: string }[]
    const [label, href] = [link!.text, fill(link!.href, values)]
    return {
      text: `${label}: ${href}`,
      html: `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(href)}" style="color:#525d56">${escapeHtml(label)}</a></p>`,
    }
  }
  if (token.type === 'heading') {
    return {
      text: text.toUpperCase(),
      html: `<h2 style="margin:28px 0 12px;font-size:19px;line-height:1.3">${html}</h2>`,
    }
  }
  if (token.type === 'code') {
    return {
      text: `    ${text}`,
      html: `<p style="margin:24px 0;font-family:Menlo,Consolas,monospace;font-size:32px;letter-spacing:6px">${html}</p>`,
    }
  }
  return { text, html: `<p style="margin:0 0 16px">${html}</p>` }
}

function partsOf(tokens: Token[], values: EmailValues): Part[] {
  const parts: Part[] = []
  let heading: Part | null = null
  for (const token of tokens) {
    if (lacksValue(token.raw, values)) {
      heading = null
      continue
    }
    const part = partOf(token, values)
    if (token.type === 'heading') {
      heading = part
      continue
    }
    if (heading) parts.push(heading)
    heading = null
    parts.push(part)
  }
  return parts
}

/**
 * Composes an email in plain text and in HTML that old email clients support.
 * @param markdown its subject as a title (of several, the first whose variables have values), and its text
 * @param reader whom {greeting} greets. An unverified address may belong to a stranger, so the name that was
 * entered with it is never sent there.
 * @param values of the variables, such as {stopUrl}, which is also where one request stops such emails
 * @throws Error for a variable that is missing
 */
export function composeEmail(
  markdown: string,
  reader: EmailReader | null,
  values: EmailValues = {},
): EmailContent {
  const greeting = reader?.emailVerified ? `Hello ${reader.name},` : 'Hello,'
  const all = { ...values, greeting }
  const tokens = Lexer.lex(markdown).flatMap((token) =>
    token.type === 'list' ? token.items : token.type === 'space' ? [] : [token],
  )
  const isTitle = (token: Token) => token.type === 'heading' && token.depth === 1
  const title = tokens.find((token) => isTitle(token) && !lacksValue(token.raw, all))
  // A header must be one line.
  const subject = fill(title.text, all)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const parts = partsOf(
    tokens.filter((token) => !isTitle(token)),
    all,
  )
  const { stopUrl } = values
  return {
    subject,
    text: `${parts.map(({ text }) => text).join('\n\n')}\n\n-- \nReadr\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#fbfaf5;color:#16211b"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="font-family:Georgia,'Times New Roman',serif;font-size:17px;line-height:1.55;text-align:left"><p style="margin:0 0 28px;font-size:22px;font-weight:bold">Readr</p>${parts.map(({ html }) => html).join('')}</td></tr></table></td></tr></table></body></html>`,
    ...(typeof stopUrl === 'string' && { unsubscribeUrl: stopUrl }),
  }
}
