import type { Carried } from '../../middleware/typed-input.server.ts'

/** The input of a form that could not be sent, encrypted, on its way through the sign-in. */
export function CarriedField({ carried }: { carried: Carried | null }) {
  return carried && <input type="hidden" name="typed" value={carried.sealed} />
}

/** The attributes of a form with that field: the browser sends it, because only it can pass it on. */
export const carryingForm = (carried: Carried | null) =>
  carried && { action: carried.action, target: '_self' }
