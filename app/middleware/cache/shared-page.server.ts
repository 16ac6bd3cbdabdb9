import type { LoaderFunctionArgs } from 'react-router'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import type { ReaderJson, Serialized } from '../../platform/reader-json.ts'
import { accessOf, factsOf, type RequestFacts } from '../request/context.server.ts'
import { isPrefetch } from '../request/prefetch.ts'
import { responses } from './shared-response.server.ts'
import { shared, type Sharing } from './sharing.server.ts'
import { type LoadReaderData, readerData } from './template.server.ts'

/** What the shared data of a page may depend on, besides the catalogue. Nothing here is a reader's. */
export interface SharedPageArgs {
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
  facts: RequestFacts,
  part: 'frame' | 'page',
  load: (signedIn: SignedIn, isView: boolean) => Promise<R>,
  isView: boolean,
): Promise<ReaderJson<R>> {
  const loaded = await readerData(load as LoadReaderData, facts.signedIn!, isView)
  responses.get(facts)?.parts.set(part, loaded)
  return loaded.json
}

/**
 * The loader of a page that is made once for everybody with the same access and variant, and then filled
 * with each reader's own data (docs/decisions/003-visitors-pages-are-cached.md). The shared
 * data is loaded without knowing the reader.
 */
export function sharedPage<D extends object, R>(
  sharing: Partial<Sharing>,
  load: (args: SharedPageArgs) => Promise<Loaded<D, R> & IsJson<R>>,
) {
  const declared = shared({ variant: () => '', ...sharing }, async () => null).sharing
  const loader = async ({
    url,
    params,
    request,
    context,
  }: LoaderFunctionArgs): Promise<D & { reader: ReaderJson<R> | null }> => {
    const facts = factsOf(context)
    const { signedIn } = facts
    const access = accessOf(context)
    const variant =
      responses.get(facts)?.variant ?? (await declared.variant({ signedIn, access, url, params }))
    const freeBookId = variant === null ? (signedIn?.user.freeBookId ?? null) : null
    const { data, reader } = await load({ url, params, access, variant, freeBookId })
    const isView = !facts.isHead && !isPrefetch(request.headers.get('Sec-Purpose'))
    return {
      ...data,
      // A prefetched page reports its view when it is shown.
      reader: signedIn && (await readerDataOf<R>(facts, 'page', reader, isView)),
    }
  }
  return Object.assign(loader, { sharing: declared })
}
