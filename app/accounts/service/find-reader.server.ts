import { userById } from '../store.server.ts'

/** A reader's name and address, for whoever knows the id only; null: there is no such account. */
export async function readerById(
  id: number,
): Promise<{ id: number; email: string; name: string; role: string } | null> {
  const user = await userById(id)
  return user && { id, email: user.email, name: user.name, role: user.role }
}
