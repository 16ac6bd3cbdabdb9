import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import type { Position, Spot } from '../rules/position.ts'
import { latestProgress } from '../store/positions.server.ts'

export { findProgress, type StoredProgress } from '../store/positions.server.ts'

/** Positions in one answer to an app. */
const MAX_POSITIONS = 500

/** How far a reader is in all books, latest first. */
export async function listPositions(
  userId: number,
): Promise<{ bookId: number; last: Position; furthest: Spot }[]> {
  return latestProgress(userId, await hiddenBooks(), MAX_POSITIONS)
}
