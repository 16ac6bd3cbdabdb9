import { sourceHashesOf } from '../store/catalogue-state.server.ts'

/** For each book, a hash that changes whenever the book changes. */
export const bookHashes = (ids: number[]): Promise<Map<number, string>> => sourceHashesOf(ids)
