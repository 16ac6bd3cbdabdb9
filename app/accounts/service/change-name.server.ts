import { updateName } from '../store/users.server.ts'
import { signedOut } from './require-password.server.ts'

/** Corrects a reader's name. */
export async function changeName(userId: number, name: string): Promise<void> {
  if (!(await updateName(userId, name))) throw signedOut()
}
