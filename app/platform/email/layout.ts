/** An email in plain text and HTML. */
export interface EmailContent {
  subject: string
  text: string
  html: string
  /** Where the recipient stops emails of this kind with one request (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** The recipient of an email. */
export interface EmailReader {
  name: string
  /** Whether the address is known to be theirs. */
  emailVerified: boolean
}

/**
 * The first line of an email. An unverified address may belong to a stranger, so the name that was
 * entered with it is never sent there.
 */
export function emailGreeting({ name, emailVerified }: EmailReader): string {
  return emailVerified ? `Hello ${name},` : 'Hello,'
}

export type EmailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; href: string }
  /** Passages, such as cards, or books with their addresses. */
  | { kind: 'list'; items: { title: string; text: string; href?: string }[] }
  | { kind: 'heading'; text: string }

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function plainPart(part: EmailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'button':
      return `${part.label}:\n${part.href}`
    case 'code':
      return `    ${part.code}`
    case 'link':
      return `${part.label}: ${part.href}`
    case 'list':
      return part.items
        .map(({ title, text, href }) => `- ${title}: ${text}${href ? `\n  ${href}` : ''}`)
        .join('\n')
    case 'heading':
      return part.text.toUpperCase()
  }
}

const FONT = "font-family:Georgia,'Times New Roman',serif"

function htmlPart(part: EmailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`
    case 'button':
      // The full address below is for email clients that show no button.
      return `<p style="margin:24px 0 8px"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#0b5a43;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(part.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#525d56;word-break:break-all">${escapeHtml(part.href)}</p>`
    case 'link':
      return `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(part.href)}" style="color:#525d56">${escapeHtml(part.label)}</a></p>`
    case 'list':
      return part.items
        .map(
          ({ title, text, href }) =>
            `<p style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #fbc939">${href ? `<a href="${escapeHtml(href)}" style="color:#0b5a43;font-weight:bold">${escapeHtml(title)}</a>` : `<span style="font-size:13px;color:#525d56">${escapeHtml(title)}</span>`}<br>${escapeHtml(text)}</p>`,
        )
        .join('')
    case 'heading':
      return `<h2 style="margin:28px 0 12px;font-size:19px;line-height:1.3">${escapeHtml(part.text)}</h2>`
    case 'code':
      return `<p style="margin:24px 0;font-family:Menlo,Consolas,monospace;font-size:32px;letter-spacing:6px">${escapeHtml(part.code)}</p>`
  }
}

/** Composes an email in plain text and in HTML that old email clients support. */
export function composeEmail(subject: string, parts: EmailPart[]): EmailContent {
  // A header must be one line.
  const line = subject.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return {
    subject: line,
    text: `${parts.map(plainPart).join('\n\n')}\n\n-- \nReadr\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(line)}</title></head><body style="margin:0;background:#fbfaf5;color:#16211b"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="${FONT};font-size:17px;line-height:1.55;text-align:left"><p style="margin:0 0 28px;font-size:22px;font-weight:bold">Readr</p>${parts.map(htmlPart).join('')}</td></tr></table></td></tr></table></body></html>`,
  }
}
