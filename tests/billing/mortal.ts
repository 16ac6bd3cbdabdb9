import type { UserRow } from '#app/accounts/store/users.server.ts'

/**
 * A process that is killed before or after any request to Stripe and any use of the store: from then
 * on nothing of it happens any more. Then it starts again.
 */
export class Killed extends Error {}

const state = { steps: 0, killAt: Number.POSITIVE_INFINITY, isDead: false, at: '' }

function step(name: string) {
  if (state.isDead) throw new Killed()
  state.steps += 1
  if (state.steps !== state.killAt) return
  state.isDead = true
  state.at = name
  throw new Killed()
}

export const mortal = <T extends (...args: never[]) => unknown>(name: string, run: T): T =>
  (async (...args: never[]) => {
    step(`before ${name}`)
    const result = await run(...args)
    step(`after ${name}`)
    return result
  }) as unknown as T

/** A module whose functions are all mortal. */
export const mortalModule = (actual: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [
      name,
      // A class stays what it is.
      typeof value === 'function' && !/^class\b/.test(String(value))
        ? mortal(name, value as never)
        : value,
    ]),
  )

/** The client of Stripe, each of whose calls is mortal. */
export function mortalStripe(thing: object, path = 'stripe'): object {
  return new Proxy(thing, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      const name = `${path}.${String(key)}`
      if (typeof value === 'function') {
        return path === 'stripe' ? value.bind(target) : mortal(name, value.bind(target))
      }
      return typeof value === 'object' && value !== null && !String(key).startsWith('_')
        ? mortalStripe(value, name)
        : value
    },
  })
}

/** The process starts again. */
export function live() {
  state.isDead = false
  state.killAt = Number.POSITIVE_INFINITY
}

/** Runs something and kills the process at its n-th step; whether it came to its end before. */
async function killedAt(step: number, run: () => Promise<unknown>): Promise<boolean> {
  state.steps = 0
  state.killAt = step
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return false
  } finally {
    live()
  }
}

/**
 * Kills something at each of its steps, one after the other, each time with a reader of its own,
 * and looks at what comes of it.
 */
export async function atEachStep(
  prepare: () => Promise<UserRow>,
  run: (reader: UserRow) => Promise<unknown>,
  afterwards: (reader: UserRow, hint: string) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const reader = await prepare()
    const isWhole = await killedAt(step, () => run(reader))
    await afterwards(reader, `step ${step}: ${state.at}`)
    if (isWhole) return step - 1
  }
}
