import { justArrived } from '../../catalogue/service/list-books.server.ts'
import { listRecentlyRead } from '../../reading/service/list-recently-read.server.ts'
import type { Answer, Call } from '../endpoint.server.ts'
import { toBookJson, toReadBookJson } from '../serializers.server.ts'

/** The shelves of readers' home pages, each answered under two addresses. */

/** GET just-arrived. */
export async function answerJustArrived({ access, signedIn }: Call): Promise<Answer> {
  const books = await justArrived(access, signedIn?.user.freeBookId)
  return { data: { books: books.map(toBookJson) }, sameForAllVisitors: true }
}

/** GET recently-read. */
export async function answerRecentlyRead({
  access,
  signedIn,
}: Call & { signedIn: NonNullable<Call['signedIn']> }): Promise<Answer> {
  const books = await listRecentlyRead(signedIn.user, access)
  return { data: { books: books.map(toReadBookJson) } }
}
