import { z } from 'zod'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { SHELF_STEP, type ShelfName, SHELVES } from '../rules/shelves.ts'

/** How many books of a shelf to show. An invalid number counts as the default. */
const shelfCount = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform((count) => Math.min(Math.max(Number(count), SHELF_STEP), SHELF_SIZE))
  .catch(SHELF_STEP)

export const homeQuery = z.object(
  Object.fromEntries(SHELVES.map(({ name }) => [name, shelfCount])) as Record<
    ShelfName,
    typeof shelfCount
  >,
)
export type HomeQuery = z.output<typeof homeQuery>
