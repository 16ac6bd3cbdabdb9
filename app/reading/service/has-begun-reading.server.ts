import { hasPositionOrReadMark } from '../store/positions.server.ts'

/** Whether a reader has begun or read any book. */
export const hasBegunReading = (userId: number): Promise<boolean> => hasPositionOrReadMark(userId)
