import { useContext, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root'
import './web/app.css'
import { rootAttributes } from './accounts/rules/appearance.ts'
import { PastDueLine } from './web/billing/past-due-line.tsx'
import summaryScript from './web/behaviors/bundles/summary.script.ts?inline-script'
import { deliver } from './middleware/deliver.server.ts'
import { failAsJson } from './middleware/fail-as-json.server.ts'
import { guardDemoTools } from './middleware/guard-demo-tools.server.ts'
import { guardAdministration } from './middleware/guard-administration.server.ts'
import { limitCalls } from './middleware/limit-calls.server.ts'
import { identify } from './middleware/identify.server.ts'
import { rootFacts } from './middleware/root-facts.server.ts'
import { guardHeaders } from './middleware/security-headers.server.ts'
import readerScript from './web/behaviors/bundles/reader.script.ts?inline-script'
import readerSummaryScript from './web/behaviors/bundles/reader-summary.script.ts?inline-script'
import {
  BAD_REQUEST,
  ErrorPage,
  FORBIDDEN,
  METHOD_NOT_ALLOWED,
  LOAD_FAILED,
  NOT_FOUND,
  SERVER_ERROR,
  UNAVAILABLE,
} from './web/shell/error-page.tsx'
import { Footer } from './web/shell/footer.tsx'
import { ThemeColor } from './web/shell/appearance.tsx'
import { LaunchPictures } from './web/shell/launch-pictures.tsx'
import { NavigationBar } from './web/shell/navigation-bar.tsx'
import shellScript from './web/behaviors/bundles/shell.script.ts?inline-script'
import formsScript from './web/behaviors/bundles/forms.script.ts?inline-script'
import literataDisplay from './web/ui/fonts/literata-display.woff2?url'
import hankenGrotesk from './web/ui/fonts/hanken-grotesk.woff2?url'
import icon from '../public/favicon.svg?inline'
import { preloadedFont } from './web/ui/preloaded-font.ts'
import { NonceContext } from './web/ui/nonce.ts'
import { useRootData } from './web/shell/root-data.ts'
import { NavigationSpinner } from './web/ui/navigation-spinner.tsx'

/** From outside to inside: compress and remember, headers, limits, reader, what is closed to most. */
export const middleware: Route.MiddlewareFunction[] = [
  deliver,
  guardHeaders,
  failAsJson,
  limitCalls,
  identify,
  guardAdministration,
  guardDemoTools,
]

export function loader({ context }: Route.LoaderArgs) {
  return rootFacts(context)
}

/** Who is reading changes only by a form that was sent. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== 'GET' && defaultShouldRevalidate

/**
 * In the page itself, for browsers fetch an icon beside the letters of the first view; search engines
 * take the file. Only the server writes them: what stands in the head already stays.
 */
const ICONS = import.meta.env.SSR
  ? [
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: icon, type: 'image/svg+xml' },
    ]
  : []

/** The letters of the first view; those of running text come with the pages that are read. */
export const links: Route.LinksFunction = () => [
  ...[literataDisplay, hankenGrotesk].map(preloadedFont),
  ...ICONS,
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

/** What a route module may say about its page. */
export interface PageHandle {
  /** The page is complete without the framework's script, and ships none of it. */
  withoutScripts?: boolean
  /** The page stands alone, without bar and footer, and is the same for everybody. */
  bare?: boolean
  /** The page is nothing but the news of an error, and its title says which. */
  isError?: boolean
}

/** Scripts that the server writes into the page; the browser's copy of this module needs none. */
const IN_PAGE = import.meta.env.SSR
  ? {
      forms: formsScript,
      reader: readerScript,
      readerSummary: readerSummaryScript,
      shell: shellScript,
      summary: summaryScript,
    }
  : { forms: '', reader: '', readerSummary: '', shell: '', summary: '' }

/** A script of ours in the page itself; the headers allow it by its hash. */
function InPage({ script }: { script: keyof typeof IN_PAGE }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: IN_PAGE[script] }}
    />
  )
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext)
  const matches = useMatches()
  // Once it runs, it stays: it has the scroll positions and the way back.
  const scripts =
    typeof window !== 'undefined' ||
    !matches.some((match) => (match.handle as PageHandle | undefined)?.withoutScripts)
  const isIn = (route: string) => matches.some(({ id }) => id.startsWith(route))
  const bare = matches.some((match) => (match.handle as PageHandle | undefined)?.bare)
  const data = useRootData()
  const hydrates = data !== undefined && !data.isLate
  const isDemo = data?.isDemo
  const reads = data?.reader && !bare
  // Where the framework runs, the components of a summary start its behaviors.
  const isSummary = !scripts && isIn('web/catalogue/summary')
  const pageScript = isSummary ? (reads ? 'readerSummary' : 'summary') : reads ? 'reader' : 'shell'
  return (
    <html lang="en" {...(data && rootAttributes(data.appearance))} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColor theme={data?.appearance.theme ?? 'system'} />
        <Meta />
        <Links />
        {/* The browser needs them once, from the server: hydrating leaves what is in the head alone. */}
        {import.meta.env.SSR && data?.reader && !bare && <LaunchPictures />}
      </head>
      <body>
        <a
          href="#content"
          className="button absolute -top-20 left-4 z-30 focus:top-3"
          data-skip-link=""
        >
          Skip to content
        </a>
        {isDemo && !bare && (
          <aside
            aria-label="Demo"
            className="no-print bg-wash px-4 py-1.5 text-center text-sm text-balance"
          >
            Demo: nothing here is real, no mail is sent.{' '}
            <a href="/dev/mail" className="text-link">
              Mailbox
            </a>{' '}
            <a href="/dev/clock" className="text-link">
              Clock
            </a>
          </aside>
        )}
        {data?.isPastDue && !bare && <PastDueLine />}
        {!bare && <NavigationBar />}
        <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
          {children}
        </main>
        {!bare && <Footer />}
        {scripts && hydrates && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
        {!scripts && (isIn('web/accounts/') || isIn('web/settings/')) && <InPage script="forms" />}
        <InPage script={pageScript} />
      </body>
    </html>
  )
}

export default function App() {
  // Tells the shell's script that clicks are in the framework's hands now.
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
    document.dispatchEvent(new Event('readr:ready'))
  }, [])
  return (
    <>
      <Outlet />
      <NavigationSpinner />
    </>
  )
}

const KNOWN_ERRORS = [BAD_REQUEST, FORBIDDEN, NOT_FOUND, METHOD_NOT_ALLOWED, UNAVAILABLE]

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  // Only a browser asks for data that may not arrive.
  const cutOff = typeof window !== 'undefined' && error instanceof TypeError && !navigator.onLine
  const unknown = status < 500 ? BAD_REQUEST : SERVER_ERROR
  const known = KNOWN_ERRORS.find((one) => one.status === status) ?? unknown
  const page = cutOff ? LOAD_FAILED : known
  return (
    <>
      <title>{`${page.title} · Readr`}</title>
      <ErrorPage {...page} />
    </>
  )
}
