import { createHash } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A plain style, unlike the product's, in the reader's color scheme. */
const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; background: light-dark(#f6f8fa, #14171a); color: light-dark(#1a1f36, #e6e8ec) }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
main.wide { max-width: 62rem }
header { background: light-dark(#e8ecff, #232a4d); padding: .5rem 1rem; text-align: center; font-size: .9rem }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.125rem; margin: 1.25rem 0 0 } section > p { margin: 0 }
form, section { display: grid; gap: .75rem; margin: 1rem 0 }
form, section, label { grid-template-columns: minmax(0, 1fr) }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end }
label { display: grid; gap: .25rem; font-weight: 600; flex: 1 1 8rem }
label.inline { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; font-weight: 400; flex: 0 1 auto }
input, select { font: inherit; padding: .6rem .7rem; min-height: 2.75rem; box-sizing: border-box; width: 100%;
  border: 1px solid light-dark(#7a8499, #8a93a8); border-radius: .5rem; background: light-dark(#fff, #1d2126); color: inherit }
label:has([type=date]) { flex: 0 1 16rem; min-width: 0 } input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; flex: none }
button { font: inherit; font-weight: 600; padding: .6rem 1.1rem; min-height: 2.75rem; border: 1px solid transparent;
  border-radius: .5rem; background: light-dark(#4338ca, #a5b4fc); color: light-dark(#fff, #14171a); cursor: pointer }
button.quiet { background: none; color: inherit; border-color: light-dark(#7a8499, #8a93a8) }
a { color: light-dark(#4338ca, #a5b4fc) }
:focus-visible { outline: 3px solid light-dark(#4338ca, #a5b4fc); outline-offset: 2px }
[role=alert] { border-left: .3rem solid light-dark(#b42318, #ff8a7a); padding: .5rem .9rem; background: light-dark(#fff, #1d2126) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 } dd { margin: 0; text-align: right }
.scroll { overflow-x: auto } main { overflow-wrap: anywhere } table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; white-space: nowrap; border-bottom: 1px solid light-dark(#d5dae3, #343a42); vertical-align: top }
td:last-child { white-space: normal } caption { text-align: left; padding-bottom: .4rem }
@media (width < 40rem) {
  table, caption, tbody, tr { display: block } thead { position: absolute; clip-path: inset(50%) } tr { padding: .6rem 0; border-bottom: 1px solid light-dark(#d5dae3, #343a42) }
  td { display: inline; padding: 0; border: 0; white-space: normal } td + td:not(:empty)::before { content: '\\a0· ' }
}
small, caption, .soft { color: light-dark(#4f5b76, #a9b2c3) }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Renders a self-contained page that needs no script. */
export function page(
  title: string,
  content: ReactNode,
  { status = 200, wide = false }: { status?: number; wide?: boolean } = {},
): Response {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Readr demo`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>Demo: this page emulates Stripe. No card is charged.</header>
        <main className={wide ? 'wide' : undefined}>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}

/** An error above a form. */
export function Problem({ children }: { children: string | null }) {
  return children === null ? null : <p role="alert">{children}</p>
}

/** A table that scrolls on narrow screens. */
export function Table({
  label,
  caption,
  columns,
  rows,
}: {
  label: string
  caption?: string
  columns: string[]
  rows: { key: string; cells: ReactNode[] }[]
}) {
  if (rows.length === 0) return <p>None yet.</p>
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function CardFields() {
  return (
    <>
      <label>
        Card number
        <input
          name="number"
          inputMode="numeric"
          autoComplete="off"
          defaultValue="4242 4242 4242 4242"
        />
      </label>
      <div className="row">
        <label>
          Expires (MM/YY)
          <input name="expiry" autoComplete="off" defaultValue="12/34" />
        </label>
        <label>
          Security code
          <input name="cvc" inputMode="numeric" autoComplete="off" defaultValue="123" />
        </label>
      </div>
      <small>
        4242 4242 4242 4242 succeeds. 4000 0000 0000 0341 fails when charged. 4000 0025 0000 3155
        requires authentication. 4000 0000 0000 9995 has insufficient funds.
      </small>
    </>
  )
}

export function cardIn(form: FormData) {
  const [month = '', year = ''] = String(form.get('expiry') ?? '').split('/')
  const toNumber = (text: string) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0)
  return {
    type: 'card' as const,
    card: {
      number: String(form.get('number') ?? ''),
      exp_month: toNumber(month),
      exp_year: toNumber(year),
      cvc: String(form.get('cvc') ?? ''),
    },
  }
}

export const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** "January 15, 2027 at 12:00 PM UTC". */
export function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })} UTC`
}

/** "Jan 15, 2027, 12:00 PM"; the column heading says UTC. */
export const shortMoment = (seconds: number) =>
  new Date(seconds * 1000).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })

/** Redirects with 303. */
export const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location } })
