import { useRouteLoaderData } from 'react-router'
import type { rootFacts } from '../../middleware/root-facts.server.ts'

/** The root loader's data, which every page can use. */
type RootData = Awaited<ReturnType<typeof rootFacts>>

/** The root loader's data; undefined if it failed. */
export const useRootData = () => useRouteLoaderData<RootData>('root')
