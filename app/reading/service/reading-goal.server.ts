import type { ReadingGoal } from '../rules/reading-goal.ts'
import { deleteGoal, putGoal } from '../store/my-year.server.ts'

/** Sets how many books a reader wants to read; null: no goal. */
export const setGoal = (userId: number, goal: ReadingGoal | null): Promise<void> =>
  goal ? putGoal(userId, goal) : deleteGoal(userId)
