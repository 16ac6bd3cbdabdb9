/** Random numbers in [0, 1) that depend only on the seed. */
export type Rng = () => number

/** A generator seeded with a text (FNV-1a hash, then mulberry32). */
export function seeded(text: string): Rng {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A random choice. */
export function pick<T>(random: Rng, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}

/** A number between two bounds. */
export function between(random: Rng, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number between two bounds, both included. */
export function whole(random: Rng, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** The numbers from 0 up to, not including, the count. */
export function upTo(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => i)
}

/** The item at an index that wraps around. */
export function cycle<T>(items: readonly [T, ...T[]], index: number): T {
  return items[((index % items.length) + items.length) % items.length] ?? items[0]
}

/** Joins the results of a function for the numbers from 0 up to, not including, the count. */
export function repeat(count: number, draw: (i: number) => string): string {
  return upTo(count).map(draw).join('')
}
