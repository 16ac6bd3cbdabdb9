import { useContext, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root'
import './web/app.css'
import { rootAttributes } from './accounts/rules/appearance.ts'
import { NO_READER } from './accounts/rules/page-reader.ts'
import { pageReader } from './web/behaviors/page-reader.ts'
import { PastDueLine } from './web/billing/past-due-line.tsx'
import summaryScript from './web/behaviors/bundles/summary.script.ts?inline-script'
import { aroundTheRoute } from './middleware/chain.server.ts'
import { loadRootData } from './middleware/root-data.server.ts'
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
  TOO_MANY_REQUESTS,
  UNAVAILABLE,
} from './web/shell/error-page.tsx'
import { Footer } from './web/shell/footer.tsx'
import { ThemeColor } from './web/shell/appearance.tsx'
import { LaunchPictures } from './web/shell/launch-pictures.tsx'
import { NavigationBar } from './web/shell/navigation-bar.tsx'
import { PREFETCH_RULES } from './web/shell/prefetch-rules.ts'
import checkoutScript from './web/behaviors/bundles/checkout.script.ts?inline-script'
import bookRequestScript from './web/behaviors/bundles/book-request.script.ts?inline-script'
import remindersScript from './web/behaviors/bundles/reminders.script.ts?inline-script'
import reviewScript from './web/behaviors/bundles/review.script.ts?inline-script'
import sharingScript from './web/behaviors/bundles/sharing.script.ts?inline-script'
import shellScript from './web/behaviors/bundles/shell.script.ts?inline-script'
import formsScript from './web/behaviors/bundles/forms.script.ts?inline-script'
import literataDisplay from './web/ui/fonts/literata-display.woff2?url'
import hankenGrotesk from './web/ui/fonts/hanken-grotesk.woff2?url'
import icon from '../public/favicon.svg?inline'
import { preloadedFont } from './web/ui/preloaded-font.ts'
import { ArticleFilesContext } from './web/catalogue/article-files.ts'
import { InlineScript } from './web/ui/inline-script.tsx'
import { NonceContext } from './web/ui/nonce.ts'
import { useRootData } from './web/shell/root-data.ts'
import { NavigationSpinner } from './web/ui/navigation-spinner.tsx'
import { TextLink } from './web/ui/controls.tsx'

export const middleware: Route.MiddlewareFunction[] = aroundTheRoute

export function loader({ context }: Route.LoaderArgs) {
  return loadRootData(context)
}

/** The data about the reader changes only when a form is sent. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== 'GET' && defaultShouldRevalidate

/**
 * The icon is inline, because browsers would fetch it together with the fonts of the first view. Search
 * engines use the file. Only the server writes the links, and the browser keeps them.
 */
const ICONS = import.meta.env.SSR
  ? [
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: icon, type: 'image/svg+xml' },
    ]
  : []

/** The fonts of the first view. Pages with running text load theirs. */
export const links: Route.LinksFunction = () => [
  ...[literataDisplay, hankenGrotesk].map(preloadedFont),
  ...ICONS,
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

/** What a route module can declare about its page. */
export interface PageHandle {
  /** The page works without the framework, and does not load it. */
  withoutScripts?: boolean
  /** The page has no bar and no footer, and is the same for everybody. */
  bare?: boolean
  /** On phones, readers get the bar at the bottom, which covers the edge of the screen. */
  bottomBar?: boolean
  /** The page is only an error message, and its title says which. */
  isError?: boolean
}

/** Inline scripts. Only the server writes them, so the browser's build has none. */
const INLINE_SCRIPTS = import.meta.env.SSR
  ? {
      checkout: checkoutScript,
      forms: formsScript,
      reader: readerScript,
      readerSummary: readerSummaryScript,
      request: bookRequestScript,
      reminders: remindersScript,
      review: reviewScript,
      sharing: sharingScript,
      shell: shellScript,
      summary: summaryScript,
    }
  : undefined

/** The pages with forms that a script sends (web/behaviors/send-forms.ts). */
const WITH_FORMS = [
  'web/accounts/',
  'web/admin/',
  'web/billing/',
  'web/book-requests/',
  'web/highlights/',
  'web/reading/',
  'web/review/',
  'web/settings/',
  'web/sharing/',
  'web/site/contact',
  'web/year/',
]

/** The pages of one summary. */
const OF_SUMMARY = [
  'web/catalogue/summary',
  'web/catalogue/book-of-the-day',
  'web/catalogue/past-book-of-the-day',
  'web/sharing/shared-summary',
]

/** The pages with links to send. */
const WITH_LINKS = ['web/sharing/share-summary', 'web/sharing/my-shares']

/** Which links the browser prefetches. */
function PrefetchRules() {
  const nonce = useContext(NonceContext)
  const rules = JSON.stringify(PREFETCH_RULES)
  return (
    <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: rules }} />
  )
}

/** Restores the scroll position. Like all inline scripts, the router's is written by the server only. */
const KeepScrollPosition = import.meta.env.SSR
  ? ScrollRestoration
  : function KeepScrollPosition() {
      useScrollRestoration()
      return <InlineScript />
    }

/** Lists load a summary's files when the reader points at a book (behaviors/shell/start-framework.ts). */
function ArticleFiles() {
  return useContext(ArticleFilesContext).map((file) => <link key={file} rel="book" href={file} />)
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext)
  const matches = useMatches()
  // In the browser it is running already, and has to stay.
  const scripts =
    typeof window !== 'undefined' ||
    !matches.some((match) => (match.handle as PageHandle | undefined)?.withoutScripts)
  const isIn = (route: string) => matches.some(({ id }) => id.startsWith(route))
  const bare = matches.some((match) => (match.handle as PageHandle | undefined)?.bare)
  const bottomBar = matches.some(({ handle }) => (handle as PageHandle | undefined)?.bottomBar)
  const data = useRootData()
  const hydrates = data !== undefined && !data.isLate
  const isDemo = data?.isDemo
  const reads = data?.reader && !bare
  // Where the framework runs, the components of a summary start its behaviors.
  const isSummary = !scripts && OF_SUMMARY.some(isIn)
  const pageScript = isSummary ? (reads ? 'readerSummary' : 'summary') : reads ? 'reader' : 'shell'
  return (
    <html
      lang="en"
      data-reader={bare ? undefined : import.meta.env.SSR ? NO_READER : pageReader()}
      {...(data && rootAttributes(data.appearance))}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content={`width=device-width, initial-scale=1${bottomBar && data?.reader ? ', viewport-fit=cover' : ''}`}
        />
        <ThemeColor theme={data?.appearance.theme ?? 'system'} />
        <Meta />
        <Links />
        {/* From the server only: the browser keeps what is in the head. */}
        {import.meta.env.SSR && data?.reader && !bare && <LaunchPictures />}
        {import.meta.env.SSR && scripts && hydrates && bottomBar && <ArticleFiles />}
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
            Demo: nothing here is real, no email is sent.{' '}
            <TextLink href="/dev/mail">Mailbox</TextLink>{' '}
            <TextLink href="/dev/clock">Clock</TextLink>
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
            <KeepScrollPosition nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
        {!scripts && WITH_FORMS.some(isIn) && <InlineScript code={INLINE_SCRIPTS?.forms} />}
        {isIn('web/book-requests/new-book-request') && (
          <InlineScript code={INLINE_SCRIPTS?.request} />
        )}
        {isIn('web/billing/checkout') && <InlineScript code={INLINE_SCRIPTS?.checkout} />}
        {isIn('web/review/') && <InlineScript code={INLINE_SCRIPTS?.review} />}
        {isIn('web/settings/reminders') && <InlineScript code={INLINE_SCRIPTS?.reminders} />}
        {WITH_LINKS.some(isIn) && <InlineScript code={INLINE_SCRIPTS?.sharing} />}
        <InlineScript code={INLINE_SCRIPTS?.[pageScript]} />
        {/* From the server only: React leaves what it does not know at the end of the body. */}
        {import.meta.env.SSR && !bare && <PrefetchRules />}
        {/* A summary that opens at a position is shown after that script (web/catalogue/summary.tsx). */}
        {pageScript === 'readerSummary' && <span id="opened" hidden />}
      </body>
    </html>
  )
}

export default function App() {
  // Tells behaviors/shell/start-framework.ts that the framework handles clicks now.
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

const KNOWN_ERRORS = [
  BAD_REQUEST,
  FORBIDDEN,
  NOT_FOUND,
  METHOD_NOT_ALLOWED,
  TOO_MANY_REQUESTS,
  UNAVAILABLE,
]

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  // Without a connection, a navigation of the framework fails with a TypeError.
  const isOffline = typeof window !== 'undefined' && error instanceof TypeError && !navigator.onLine
  const unknown = status < 500 ? BAD_REQUEST : SERVER_ERROR
  const known = KNOWN_ERRORS.find((one) => one.status === status) ?? unknown
  const page = isOffline ? LOAD_FAILED : known
  return (
    <>
      <title>{`${page.title} · Readr`}</title>
      <ErrorPage {...page} />
    </>
  )
}
