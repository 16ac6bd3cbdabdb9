import { describe, expect, test } from 'vitest'
import { loudnessOf, normalized, pausesIn, PEAK_LIMIT, TARGET_LUFS } from '../loudness.ts'
import { timingsByPauses } from '../timings.ts'

const RATE = 48_000

const tone = (seconds: number, level: number, hertz = 997) =>
  Float32Array.from(
    { length: seconds * RATE },
    (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / RATE),
  )

describe('loudness', () => {
  test('of a full-scale tone at 997 Hz is -3.01 LUFS, as BS.1770 says', () => {
    expect(loudnessOf(tone(3, 1), RATE)).toBeCloseTo(-3.01, 1)
    expect(loudnessOf(tone(3, 0.1), RATE)).toBeCloseTo(-23.01, 1)
  })

  test('leaves out silence', () => {
    const spoken = new Float32Array([...tone(3, 0.1), ...new Float32Array(6 * RATE)])
    expect(loudnessOf(spoken, RATE)).toBeCloseTo(-23.01, 0)
    expect(loudnessOf(new Float32Array(RATE), RATE)).toBeNull()
    expect(normalized(new Float32Array(RATE), RATE)).toEqual(new Float32Array(RATE))
  })

  test('reaches its target without passing the peak limit', () => {
    expect(loudnessOf(normalized(tone(3, 0.01), RATE), RATE)).toBeCloseTo(TARGET_LUFS, 1)
    const spiky = tone(3, 0.05)
    for (const at of [5, 50_000, 50_001, 3 * RATE - 1]) spiky[at] = 0.9
    const limited = normalized(spiky, RATE)
    expect(loudnessOf(limited, RATE)).toBeCloseTo(TARGET_LUFS, 0)
    const peak = limited.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(peak).toBeLessThanOrEqual(PEAK_LIMIT + 1e-6)
  })
})

describe('a narration', () => {
  test('finds the pause after each sentence', () => {
    const sound = new Float32Array([
      ...tone(1.5, 0.3),
      ...new Float32Array(0.3 * RATE),
      ...tone(4, 0.3),
      ...new Float32Array(0.3 * RATE),
      ...tone(1, 0.3),
    ])
    const pauses = pausesIn(sound, RATE)
    expect(pauses).toEqual([
      { startMs: 1500, endMs: 1800 },
      { startMs: 5800, endMs: 6100 },
    ])
    // Short one. This sentence is a good deal longer than that. End.
    const sentences = [
      { start: 100, end: 110 },
      { start: 111, end: 157 },
      { start: 158, end: 162 },
    ]
    const timings = timingsByPauses({ start: 100, end: 162, sentences }, 7100, pauses)
    expect(timings.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 1800],
      [1800, 6100],
      [6100, 7100],
    ])
    expect(timings[1]).toMatchObject({ start: 111, end: 157 })
  })

  test('has increasing times without any pause', () => {
    const sentences = [0, 5, 10, 17].map((start) => ({ start, end: start + 4 }))
    const timings = timingsByPauses({ start: 0, end: 22, sentences }, 4000, [])
    expect(timings).toHaveLength(4)
    for (const [i, { startMs, endMs }] of timings.entries()) {
      expect(endMs).toBeGreaterThan(startMs)
      expect(startMs).toBe(timings[i - 1]?.endMs ?? 0)
    }
  })
})
