import { updateName } from '../store/users.server.ts'
import { signedOut } from './require-password.server.ts'

/** @throws DomainError unauthenticated when the account is gone */
export async function changeName(userId: number, name: string): Promise<void> {
  if (!(await updateName(userId, name))) throw signedOut()
}
