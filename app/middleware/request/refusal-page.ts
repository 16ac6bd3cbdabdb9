import { createHash } from 'node:crypto'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  403: 'Not Allowed Here',
  405: 'Method Not Allowed',
  411: 'Length Required',
  413: 'That Is Too Large',
  414: 'That Address Is Too Long',
  421: 'Wrong Address',
  503: 'We’ll be right back',
}

/** The product's colors and type in as few bytes as possible. */
const STYLES = `:root{color-scheme:light dark;--ink:light-dark(#16211b,#ece8db);--accent:light-dark(#0b5a43,#f3c95b)}
body{margin:0;min-height:100vh;display:grid;align-content:center;padding:2rem clamp(1.25rem,6vw,6rem);box-sizing:border-box;background:light-dark(#fbfaf5,#121714);color:var(--ink);font:1.125rem/1.6 ui-sans-serif,system-ui,sans-serif}
svg{width:3rem}
h1{margin:1.5rem 0 0;font:600 clamp(2.15rem,1.55rem + 2.6vw,3.5rem)/1.1 Iowan Old Style,Palatino,Georgia,serif}
p{max-width:36rem;margin:.75rem 0 2rem}
a{justify-self:start;padding:.7rem 1.4rem;border-radius:.625rem;background:var(--accent);color:light-dark(#fff,#231900);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`

const stylesHash = createHash('sha256').update(STYLES).digest('base64')

/** Allows nothing but the page's own styles. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const LOGO =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b5a43"/><path d="M7.5 6h5v20h-5zM14 6h3.5a5 5 0 0 1 0 10H14z" fill="#fff"/><path d="M14 17.5a8.5 8.5 0 0 1 8.5 8.5H14z" fill="#fbc939"/></svg>'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A page that says why a request was refused: under 2 kB, without the framework, scripts, or files.
 * @param message what happened and what to do, in full sentences
 * @param mayRetry whether loading the same URL again may help
 */
export function refusalPage(status: number, message: string, mayRetry: boolean): string {
  const title = TITLES[status] ?? 'Something Went Wrong'
  const link = mayRetry ? '<a href="">Try Again</a>' : '<a href="/">Return Home</a>'
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Readr</title><style>${STYLES}</style></head>
<body>${LOGO}<h1>${title}</h1><p>${escaped(message)}</p>${link}</body></html>
`
}
