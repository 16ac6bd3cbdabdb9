import { useRouteLoaderData } from 'react-router'
import type { rootFacts } from '../../middleware/root-facts.server.ts'

/** What the root loader tells every page. */
export type RootData = Awaited<ReturnType<typeof rootFacts>>

/** The data of the root loader; undefined where it failed. */
export const useRootData = () => useRouteLoaderData<RootData>('root')
