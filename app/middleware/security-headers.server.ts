import { createHash } from 'node:crypto'
import type { MiddlewareFunction } from 'react-router'
import { env } from '../platform/env.server.ts'
import { factsOf, type PaymentPart } from './context.server.ts'

/**
 * On pictures that stand in other sites' pages, in previews of links and in the mobile apps; nothing
 * else here is for pages of other sites.
 */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** Headers that every answer carries. Files of the build need no others: no page is made of them. */
export function fileHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Headers of every answer but the files of the build. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    ...fileHeaders(https),
    // "no-referrer" would make browsers send "Origin: null" with forms, which are then refused.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  }
}

/** Where browsers report what a policy has stopped. */
const REPORT_PATH = '/api/reports/csp'

/** The newer way works by HTTPS alone, and a browser that knows it does not go the older one then. */
const reportsTo = (https: boolean) => [
  `report-uri ${REPORT_PATH}`,
  ...(https ? ['report-to csp'] : []),
]

/** Text becomes markup or code only through the policy of web/behaviors/trusted-types.ts. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default']

/** Stripe's addresses, by what a page does with them. */
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: ' https://api.stripe.com',
  // A browser also checks where a form's answer redirects to.
  forms: ' https://checkout.stripe.com https://billing.stripe.com',
}

/**
 * The content security policy of a page with these inline scripts, given as base64 SHA-256.
 * @param stripe how Stripe takes part in the page; not at all where it is emulated
 */
export function contentSecurityPolicy(
  scriptHashes: string[],
  https: boolean,
  stripe: PaymentPart | null = null,
): string {
  const runs = stripe === 'script'
  const hashes = scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}${runs ? STRIPE.scripts : ''}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${runs ? STRIPE.calls : ''}`,
    ...(runs ? [`frame-src 'self'${STRIPE.frames}`] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${stripe ? STRIPE.forms : ''}`,
    "frame-ancestors 'none'",
    // Stripe's script writes markup and makes policies of its own.
    ...(runs ? [] : TRUSTED_TYPES),
    ...(https ? ['upgrade-insecure-requests'] : []),
    ...reportsTo(https),
  ].join('; ')
}

/**
 * Turns the marks on the scripts that the render wrote itself into hashes. Scripts without the
 * mark are not hashed, so markup that somebody smuggled in stays without effect; and the page
 * holds nothing that differs between two visitors.
 */
export function hashOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes, code] of html.matchAll(OWN_SCRIPT)) {
    if (attributes!.includes(mark) && !/\ssrc=/.test(attributes!)) {
      hashes.add(createHash('sha256').update(code!).digest('base64'))
    }
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}

const OWN_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Takes the framework out of the first view: its module script and the preloading of its files
 * wait until the reader does something (web/behaviors/shell/start-framework.ts starts them). Whoever only
 * reads, or leaves again, transfers none of it.
 * @param wait `no`: only until it is known that scripts run; a browser without JavaScript then
 * transfers none of it either
 */
export function deferFramework(html: string, nonce: string, wait: 'yes' | 'no' = 'yes'): string {
  const mark = ` nonce="${nonce}"`
  return html
    .replace(OWN_SCRIPT, (script, attributes: string) =>
      attributes.includes(mark) && attributes.includes(' type="module"')
        ? script.replace(
            ' type="module"',
            ` type="text/plain" data-later="${wait === 'yes' ? '' : 'now'}"`,
          )
        : script,
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
}

/** Puts the security headers on every answer. */
export const guardHeaders: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const https = new URL(request.url).protocol === 'https:'
  for (const [name, value] of Object.entries(commonHeaders(https)))
    if (!response.headers.has(name)) response.headers.set(name, value)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  // An answer that brings a policy of its own is not a page of ours.
  if (response.headers.has('Content-Security-Policy')) return response
  // The development server adds scripts and styles of its own.
  if (!isPage || env().mode === 'development') return response
  const { nonce, payment } = factsOf(context)
  // What takes a payment is there for its script.
  const wait = payment === 'script' ? 'no' : 'yes'
  const rendered = deferFramework(await response.text(), nonce, wait)
  const { html, hashes } = hashOwnScripts(rendered, nonce)
  const headers = new Headers(response.headers)
  const part = env().stripe && payment
  headers.set('Content-Security-Policy', contentSecurityPolicy(hashes, https, part))
  if (part === 'script') {
    headers.set(
      'Content-Security-Policy-Report-Only',
      [...TRUSTED_TYPES, ...reportsTo(https)].join('; '),
    )
  }
  if (https) headers.set('Reporting-Endpoints', `csp="${REPORT_PATH}"`)
  return new Response(html, { status: response.status, headers })
}
