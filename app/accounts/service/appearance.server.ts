import { type Appearance, appearanceText } from '../rules/appearance.ts'
import { noteAppearance } from '../store/appearance.server.ts'

/** Keeps an appearance with the account: devices without a choice of their own start with it. */
export async function keepAppearance(userId: number, appearance: Appearance): Promise<void> {
  await noteAppearance(userId, appearanceText(appearance))
}
