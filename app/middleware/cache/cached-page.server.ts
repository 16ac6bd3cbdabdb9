import type { LoaderFunctionArgs } from 'react-router'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import type { ReaderJson, Serialized } from '../../platform/reader-json.ts'
import { accessOf, requestContextOf, type RequestContext } from '../request/context.server.ts'
import { isPrefetch } from '../request/prefetch.ts'
import { unfinishedResponses } from './unfinished-response.server.ts'
import { cached, type Caching } from './caching.server.ts'
import { type LoadReaderData, readerData } from './template.server.ts'

/** What the shared data of a page may depend on, besides the catalogue. Nothing here is a reader's. */
export interface CachedPageArgs {
  url: URL
  params: Record<string, string | undefined>
  access: Access
  /** As the page declares it; null: the page is not shared. */
  variant: string | null
  /** Of a page that is not shared: the book that its reader may read in full. */
  freeBookId: number | null
}

interface Loaded<D, R> {
  /** The same for everybody with this access and variant. */
  data: D
  /** Loads the reader's part; called again for each reader, with the same shared data. */
  reader: (signedIn: SignedIn, isView: boolean) => Promise<R>
}

/** The reader's part has no dates, which JSON would change: fragments show it as it was loaded. */
type IsJson<R> = [R] extends [Serialized<R>] ? unknown : { reader: 'has dates: see serialized()' }

/** Loads a part of the reader data for the page that is being made. */
export async function readerDataOf<R>(
  requestContext: RequestContext,
  part: 'frame' | 'page',
  load: (signedIn: SignedIn, isView: boolean) => Promise<R>,
  isView: boolean,
): Promise<ReaderJson<R>> {
  const loaded = await readerData(load as LoadReaderData, requestContext.signedIn!, isView)
  unfinishedResponses.get(requestContext)?.parts.set(part, loaded)
  return loaded.json
}

/**
 * The loader of a page that is made once for everybody with the same access and variant, and then filled
 * with each reader's own data (docs/decisions/003-visitors-pages-are-cached.md). The shared
 * data is loaded without knowing the reader.
 */
export function cachedPage<D extends object, R>(
  caching: Partial<Caching>,
  load: (args: CachedPageArgs) => Promise<Loaded<D, R> & IsJson<R>>,
) {
  const declared = cached({ variant: () => '', ...caching }, async () => null).caching
  const loader = async ({
    url,
    params,
    request,
    context,
  }: LoaderFunctionArgs): Promise<D & { reader: ReaderJson<R> | null }> => {
    const requestContext = requestContextOf(context)
    const { signedIn } = requestContext
    const access = accessOf(context)
    const variant =
      unfinishedResponses.get(requestContext)?.variant ??
      (await declared.variant({ signedIn, access, url, params }))
    const freeBookId = variant === null ? (signedIn?.user.freeBookId ?? null) : null
    const { data, reader } = await load({ url, params, access, variant, freeBookId })
    const isView = !requestContext.isHead && !isPrefetch(request.headers.get('Sec-Purpose'))
    return {
      ...data,
      // A prefetched page reports its view when it is shown.
      reader: signedIn && (await readerDataOf<R>(requestContext, 'page', reader, isView)),
    }
  }
  return Object.assign(loader, { caching: declared })
}
