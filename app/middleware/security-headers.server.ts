import { hash } from 'node:crypto'
import type { MiddlewareFunction } from 'react-router'
import { env } from '../platform/env.server.ts'
import type { PaymentPart, RequestContext } from './request/context.server.ts'

/**
 * For pictures that other sites, link previews, and the mobile apps show. Everything else is only for
 * our own pages.
 */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** Headers of every response. Built files need no others, because they are not pages. */
export function fileHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Headers of every response except built files. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    ...fileHeaders(https),
    // With "no-referrer", browsers send "Origin: null" with forms, which we refuse.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  }
}

/** Where browsers report policy violations. */
const REPORT_PATH = '/api/reports/csp'

/** report-to works only over HTTPS; browsers that support it then ignore report-uri. */
const reportsTo = (https: boolean) => [
  `report-uri ${REPORT_PATH}`,
  ...(https ? ['report-to csp'] : []),
]

/** Text becomes markup or code only through the policy in web/behaviors/trusted-types.ts. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default']

/** Stripe's origins by use. */
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: ' https://api.stripe.com',
  // Browsers also apply form-action to the redirect after a form.
  forms: ' https://checkout.stripe.com https://billing.stripe.com',
}

/**
 * The content security policy of a page with these inline scripts.
 * @param scriptHashes base64 SHA-256
 * @param stripe how the page involves Stripe; null if it does not, or if Stripe is emulated
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
    // Stripe's script writes markup and creates its own Trusted Types policies.
    ...(runs ? [] : TRUSTED_TYPES),
    ...(https ? ['upgrade-insecure-requests'] : []),
    ...reportsTo(https),
  ].join('; ')
}

/**
 * Replaces the nonces on our own inline scripts with hashes. Injected scripts have no nonce and are
 * not hashed, so they do not run; and the page is the same for all visitors.
 */
export function hashOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes, code] of html.matchAll(OWN_SCRIPT)) {
    if (attributes!.includes(mark) && !/\ssrc=/.test(attributes!)) {
      hashes.add(hash('sha256', code!, 'base64'))
    }
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}

const OWN_SCRIPT = /<script\b([^>]*)>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g

/**
 * Delays the framework's script and preloads until the first interaction (web/behaviors/shell/start-framework.ts),
 * so that a page that is only read does not load them.
 * @param wait `no` starts them as soon as scripts run; a browser without JavaScript still loads none
 */
export function deferFramework(html: string, nonce: string, wait: 'yes' | 'no' = 'yes'): string {
  const mark = ` nonce="${nonce}"`
  return html
    .replace(OWN_SCRIPT, (script, attributes: string) =>
      attributes.includes(mark) && attributes.includes(' type="module"')
        ? script
            .replace(
              ' type="module"',
              ` type="text/plain" data-later="${wait === 'yes' ? '' : 'now'}"`,
            )
            .replace(' async=""', '')
        : script,
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
}

/**
 * Secures a rendered page: its own inline scripts may run, and nothing else.
 * @param headers get the policy
 * @returns the page without nonces
 */
export function securePage(
  rendered: string,
  { nonce, payment }: RequestContext,
  https: boolean,
  headers: Headers,
): string {
  // The development server adds its own scripts and styles, so its pages need no nonces either.
  if (env().mode === 'development') return hashOwnScripts(rendered, nonce).html
  // The payment page needs the framework right away.
  const deferred = deferFramework(rendered, nonce, payment === 'script' ? 'no' : 'yes')
  const { html, hashes } = hashOwnScripts(deferred, nonce)
  const part = env().stripe && payment
  headers.set('Content-Security-Policy', contentSecurityPolicy(hashes, https, part))
  if (part === 'script') {
    headers.set(
      'Content-Security-Policy-Report-Only',
      [...TRUSTED_TYPES, ...reportsTo(https)].join('; '),
    )
  }
  if (https) headers.set('Reporting-Endpoints', `csp="${REPORT_PATH}"`)
  return html
}

/** Gives responses with markup that is not a rendered page a policy too, which runs no scripts of theirs. */
export const guardMarkup: MiddlewareFunction<Response> = async ({ url }, next) => {
  const response = await next()
  const { headers } = response
  const isSecured =
    env().mode === 'development' ||
    headers.has('Content-Security-Policy') ||
    !headers.get('Content-Type')?.startsWith('text/html')
  if (!isSecured) {
    headers.set('Content-Security-Policy', contentSecurityPolicy([], url.protocol === 'https:'))
  }
  return response
}
