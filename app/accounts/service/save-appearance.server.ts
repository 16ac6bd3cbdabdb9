import { type Appearance, appearanceText } from '../rules/appearance.ts'
import { updateAppearance } from '../store/users.server.ts'

/** Saves an appearance with the account. New devices start with it. */
export async function saveAppearance(userId: number, appearance: Appearance): Promise<void> {
  await updateAppearance(userId, appearanceText(appearance))
}
