import { revisionsOf } from '../store/catalogue-state.server.ts'

/** What changes with everything that a book is, of these books, by id: for copies of them. */
export const bookHashes = (ids: number[]): Promise<Map<number, string>> => revisionsOf(ids)
