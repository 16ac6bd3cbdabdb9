import { z } from 'zod'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { SHELF_STEP } from '../rules/home.ts'

/** How many books of a shelf are asked for. Forgiving: what cannot be meant is the default. */
const shelfCount = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform((count) => Math.min(Math.max(Number(count), SHELF_STEP), SHELF_SIZE))
  .catch(SHELF_STEP)

/** The shelves of the home page that grow by See More, by their names in its address. */
export const homeQuery = z.object({
  continue: shelfCount,
  recommended: shelfCount,
  arrivals: shelfCount,
  trending: shelfCount,
  read: shelfCount,
})
