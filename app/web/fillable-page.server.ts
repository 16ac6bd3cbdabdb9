import type { LoaderFunctionArgs } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import type { Access } from '../catalogue/rules/access.ts'
import { accessOf, factsOf, sameForAllVisitors } from '../middleware/context.server.ts'
import { isPrefetch } from '../middleware/prefetch.ts'
import { loadPart } from '../middleware/filled-pages.server.ts'
import type { FindState } from '../middleware/filled-pages/rendering.ts'
import type { Packed, Serialized } from './ui/reader-slot.tsx'

/** What the common data of a page may depend on, besides the catalogue. Nothing here is a reader's. */
export interface FillablePageArgs {
  url: URL
  params: Record<string, string | undefined>
  access: Access
}

interface Loaded<D, R, S> {
  /** The same for all readers with this access, and of the same kind. */
  data: D
  /** Loads the reader's part; called again for each reader, with the same common data. */
  reader: (signedIn: SignedIn, isView: boolean) => Promise<R>
  /** What outside of the slots depends on the reader's part: a page is rendered once for each. */
  state?: (own: R) => S
}

/** Replaces dates by texts. */
export const serialized = <T>(value: T) => JSON.parse(JSON.stringify(value)) as Serialized<T>

/** The reader's part has no dates, which JSON would change: slots are filled from it as it was loaded. */
type IsJson<R> = [R] extends [Serialized<R>] ? unknown : { reader: 'has dates: see serialized()' }

interface FillablePageParts<K, D, R, S> {
  /** What the common data depends on besides the access: finds one of a few values in a reader. */
  kind?: (args: FillablePageArgs) => Promise<(signedIn: SignedIn) => Promise<K>>
  /** Loads data for a reader alone, if this kind needs any: then the page is not kept. */
  alone?: (
    kind: K,
    args: FillablePageArgs,
  ) => ((signedIn: SignedIn, isView: boolean) => Promise<Partial<D>>) | null
  /** The page has other content each time, such as a random book: filled pages are not kept. */
  differsEachTime?: boolean
  /** @param kind null for visitors */
  load: (args: FillablePageArgs, kind: K | null) => Promise<Loaded<D, R, S>>
}

/**
 * The loader of a page that is rendered once for all readers with the same access, and then filled with
 * each reader's own data (docs/decisions/099-pages-are-rendered-once-for-all-readers.md).
 */
export function fillablePageLoader<D extends object, R, K = null, S = null>(
  page: FillablePageParts<K, D, R, S> & IsJson<R>,
) {
  return async ({
    url,
    params,
    request,
    context,
  }: LoaderFunctionArgs): Promise<D & { reader: Packed<R> | null; state: S | null }> => {
    const facts = factsOf(context)
    const { signedIn } = facts
    const args = { url, params, access: accessOf(context) }
    const find = signedIn && page.kind ? await page.kind(args) : null
    const kind = find ? await find(signedIn!) : null
    const own = kind === null ? null : page.alone?.(kind, args)
    if (own) facts.rendering = null
    if (facts.rendering && page.differsEachTime) facts.rendering.differsEachTime = true
    if (find && facts.rendering) {
      const common = async (other: SignedIn) => {
        const its = await find(other)
        return page.alone?.(its, args) ? undefined : its
      }
      facts.rendering.kind = { find: common, value: kind }
    }
    const { data, reader: load, state: findState } = await page.load(args, kind)
    sameForAllVisitors(context)
    const loaded = await loadPart(facts, 'page', load, isView(request))
    const reader: Packed<R> | null = loaded?.packed ?? null
    const state = loaded && findState ? findState(loaded.value as R) : null
    if (findState && facts.rendering) {
      facts.rendering.state = { find: findState as FindState, value: state }
    }
    return { ...data, ...(own && (await own(signedIn!, isView(request)))), reader, state }
  }
}

/** Whether a reader requested the page; a prefetched summary reports its view when it is shown. */
function isView(request: Request): boolean {
  return request.method === 'GET' && !isPrefetch(request.headers.get('Sec-Purpose'))
}
