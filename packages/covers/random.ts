/** Random choices that depend only on a seed. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  random(): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** A number between two bounds. */
  between(low: number, high: number): number
  /** A whole number between two bounds, both included. */
  whole(low: number, high: number): number
}

/** A random number generator with a seed: numbers from 0 up to, not including, 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Choices that follow from a text (FNV-1a hash). */
export function seeded(text: string): Random {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  const random = randomFrom(hash)
  return {
    random,
    pick: (choices) => choices[Math.floor(random() * choices.length)] ?? choices[0],
    between: (low, high) => low + random() * (high - low),
    whole: (low, high) => low + Math.floor(random() * (high - low + 1)),
  }
}
