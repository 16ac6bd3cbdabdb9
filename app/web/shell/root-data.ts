import { useRouteLoaderData } from 'react-router'
import type { loadRootData } from '../../middleware/root-data.server.ts'

type RootData = Awaited<ReturnType<typeof loadRootData>>

/** The root loader's data; undefined if it failed. */
export const useRootData = () => useRouteLoaderData<RootData>('root')
