import { hash, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type MetaFunction,
  type RouterContextProvider,
  ServerRouter,
  StaticRouter,
} from 'react-router'
import { unavailableAnswer } from './middleware/answer-unavailable.server.ts'
import { requestContextOf, type RequestContext } from './middleware/request/context.server.ts'
import { unfinishedResponses } from './middleware/cache/unfinished-response.server.ts'
import type { Fragment } from './middleware/cache/template.server.ts'
import { securePage } from './middleware/security-headers.server.ts'
import { DomainError } from './platform/errors.ts'
import { log } from './platform/log.server.ts'
import { isUnavailable } from './platform/unavailable.server.ts'
import { loadRootData } from './middleware/root-data.server.ts'
import type { PageHandle } from './root.tsx'
import { ArticleFilesContext } from './web/catalogue/article-files.ts'
import { NonceContext } from './web/ui/nonce.ts'
import { FragmentsContext, type RenderedFragment } from './web/ui/reader-fragment.tsx'
import { FinishContext } from './web/ui/finished.tsx'
import { problemTitle } from './web/ui/page-meta.ts'

// The development server does not run server.ts, which does this otherwise.
if (import.meta.env.DEV) {
  const { startDemoStripe } = await import('./demo/run-stripe-emulator.server.ts')
  const { provideKindleFiles } = await import('./reading/service/attach-epub.server.ts')
  provideKindleFiles()
  await startDemoStripe()
}

/** Milliseconds after which a render that waits for data is aborted. */
export const streamTimeout = 10_000

/** Renders a whole page: it is hashed, compressed, and possibly cached before it is sent. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, isUnavailable } = requestContextOf(context)
  if (isUnavailable && status === 500) return unavailableAnswer(request.url)
  await addRootData(entry, context)
  const matched = withMatchedRoutes(entry)
  const page =
    status >= 400 && !entry.staticHandlerContext.errors ? withErrorTitle(matched) : matched
  return new Promise((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ArticleFilesContext value={articleFiles(entry)}>
          <FinishContext value={finishFor(request.url, nonce)}>
            <FragmentsContext value={fragmentsOf(requestContextOf(context), request.url)}>
              <ServerRouter context={page} url={request.url} nonce={nonce} />
            </FragmentsContext>
          </FinishContext>
        </ArticleFilesContext>
      </NonceContext>,
      {
        nonce,
        // Without a script, a part of the page that is streamed late would not be shown.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          // The timer would keep the rendered page in memory.
          clearTimeout(abortTimer)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          const isHttps = new URL(request.url).protocol === 'https:'
          const secure = async (rendered: string) => {
            const html = securePage(rendered, requestContextOf(context), isHttps, headers)
            return new Response(html, { headers, status: code })
          }
          const chunks: Uint8Array[] = []
          const whole = new Writable({
            write(chunk: Uint8Array, _, done) {
              chunks.push(chunk)
              done()
            },
            final(done) {
              // An error rejects it: thrown here, it would end the process.
              resolve(secure(Buffer.concat(chunks).toString()))
              done()
            },
          })
          // React ends the stream with an error if it fails; nobody else listens.
          whole.on('error', reject)
          pipe(whole)
        },
        onShellError(error) {
          clearTimeout(abortTimer)
          reject(error as Error)
        },
        onError(error) {
          code = 500
          log.error({ err: error }, 'render failed')
        },
      },
    )
    const abortTimer = setTimeout(abort, streamTimeout + 1000).unref()
  })
}

/** Only the routes of the page: the router would prepare all of them for each page. */
function withMatchedRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { ...entry, manifest: { ...manifest, routes } }
}

/** What the page of a summary loads, and this page does not. */
function articleFiles({
  manifest: { entry, routes },
  staticHandlerContext,
}: EntryContext): string[] {
  const own = staticHandlerContext.matches.flatMap(({ route }) => routes[route.id]?.imports ?? [])
  const loaded = new Set([...entry.imports, ...own])
  const { module, clientLoaderModule = module, imports = [] } = routes['web/catalogue/summary']!
  const files = new Set([module, clientLoaderModule, ...imports])
  return [...files].filter((file) => !loaded.has(file))
}

/** The memory of finished markup, also without a page cache: about a thousand cards. */
const FINISHED_BYTES = 8 * 1024 * 1024

/** Markup that repeats, such as cards, by all that it depends on. */
const finished = new LRUCache<string, string>({
  maxSize: FINISHED_BYTES,
  sizeCalculation: (markup, key) => 512 + 2 * (markup.length + key.length),
})

function renderAlone(url: string, content: React.ReactNode): string {
  const { pathname, search } = new URL(url)
  return renderToString(
    <StaticRouter location={pathname + search}>
      <FragmentsContext value="inside a fragment">{content}</FragmentsContext>
    </StaticRouter>,
  )
}

const MAX_KEY_CHARS = 1000

/** Where finished markup gets each page's nonce. Nobody else knows this text. */
const NONCE_TO_COME = randomUUID()

const finishFor =
  (url: string, nonce: string) => (dependsOn: string, content: () => React.ReactNode) => {
    const key = dependsOn.length > MAX_KEY_CHARS ? hash('sha256', dependsOn) : dependsOn
    const known = finished.get(key)
    const markup =
      known ?? renderAlone(url, <NonceContext value={NONCE_TO_COME}>{content()}</NonceContext>)
    if (known === undefined) finished.set(key, markup)
    return markup.replaceAll(NONCE_TO_COME, nonce)
  }

function fragmentsOf(requestContext: RequestContext, url: string) {
  const { nonce } = requestContext
  const response = unfinishedResponses.get(requestContext)
  if (!response) return null
  return {
    mark: nonce,
    add: ({ part, find, isList, content }: RenderedFragment) => {
      const render = (value: unknown, index: number) =>
        renderAlone(
          url,
          <FinishContext value={finishFor(url, nonce)}>
            {content(value as never, index)}
          </FinishContext>,
        )
      return response.fragments.push({ part, find, isList, render } as Fragment) - 1
    },
  }
}

/** Adds the root data to an error page whose loaders did not run, so that the bar shows the reader. */
async function addRootData(entry: EntryContext, context: RouterContextProvider): Promise<void> {
  const state = entry.staticHandlerContext
  if (!state.errors || state.loaderData['root']) return
  try {
    state.loaderData['root'] = { ...(await loadRootData(context)), isLate: true }
  } catch (error) {
    log.error({ err: error }, 'an error page could not load the reader')
  }
}

/**
 * The title of a page with a form error begins with "Error: ", because screen readers read the title
 * first. Error pages already say so.
 */
function withErrorTitle(entry: EntryContext): EntryContext {
  const { id } = entry.staticHandlerContext.matches.at(-1)!.route
  const module = entry.routeModules[id]
  if (!module || (module.handle as PageHandle | undefined)?.isError) return entry
  const meta: MetaFunction = (args) =>
    (module.meta?.(args) ?? []).map((tag) =>
      'title' in tag && typeof tag.title === 'string' ? { title: problemTitle(tag.title) } : tag,
    )
  return { ...entry, routeModules: { ...entry.routeModules, [id]: { ...module, meta } } }
}

/** Logs unexpected errors, but no refusals and no aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isUnavailable(error)) {
    requestContextOf(context).isUnavailable = true
    return
  }
  if (request.signal.aborted || error instanceof DomainError || isRouteErrorResponse(error)) return
  log.error({ err: error, path: new URL(request.url).pathname }, 'request failed')
}
