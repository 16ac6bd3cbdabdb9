import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { latestPositions, type Position } from '../store/positions.server.ts'

export { findPosition } from '../store/positions.server.ts'
export type { Position }

/** Positions in one answer to an app. */
const MAX_POSITIONS = 500

/** A reader's positions in all books, latest first. */
export const listPositions = async (userId: number): Promise<(Position & { bookId: number })[]> =>
  latestPositions(userId, await hiddenBooks(), MAX_POSITIONS)
