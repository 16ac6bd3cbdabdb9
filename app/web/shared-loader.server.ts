import type { LoaderFunctionArgs } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import type { Access } from '../catalogue/rules/access.ts'
import { accessOf, factsOf, sameForAllVisitors } from '../middleware/context.server.ts'
import { packedPart } from '../middleware/shared-pages.server.ts'
import type { Packed } from './ui/reader-slot.tsx'

/** What the shared data of a page may depend on, besides the catalogue. Nothing here is a reader's. */
interface SharedArgs {
  url: URL
  params: Record<string, string | undefined>
  access: Access
}

interface Loaded<D, R> {
  /** The same for all readers with this access. */
  data: D
  /** Loads the reader's part; called again for each reader, with the same shared data. */
  reader: (signedIn: SignedIn) => Promise<R>
}

/**
 * The loader of a page that is rendered once for all readers with the same access
 * (docs/decisions/099-pages-are-rendered-once-for-all-readers.md).
 */
export function sharedLoader<D extends object, R>(
  load: (args: SharedArgs) => Promise<Loaded<D, R>>,
) {
  return async ({
    url,
    params,
    context,
  }: LoaderFunctionArgs): Promise<D & { reader: Packed<R> | null }> => {
    const { data, reader } = await load({ url, params, access: accessOf(context) })
    sameForAllVisitors(context)
    return { ...data, reader: await packedPart(factsOf(context), 'page', reader) }
  }
}
