import type { Env } from '#app/platform/env.server.ts'

/** Settings that a test changes. */
export const changes: Partial<Env> = {}

/** The module of the settings, with the changes of the test. */
export async function withChanges(
  original: () => Promise<unknown>,
): Promise<typeof import('#app/platform/env.server.ts')> {
  const actual = (await original()) as typeof import('#app/platform/env.server.ts')
  return { ...actual, env: () => ({ ...actual.env(), ...changes }) }
}

/** Undoes the changes. */
export function undoChanges(): void {
  for (const name of Object.keys(changes)) delete changes[name as keyof Env]
}
