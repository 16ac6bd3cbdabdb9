import type { Pause } from './timings.ts'

/**
 * The loudness of spoken podcasts on one channel: Apple and Spotify ask for -16 to -14 LUFS in stereo, and
 * a single channel that is played by two speakers is 3 dB louder.
 */
export const TARGET_LUFS = -19
/** EBU R 128 leaves 1 dB below full scale, because encoding raises peaks. */
export const PEAK_LIMIT = 10 ** (-1 / 20)

interface Biquad {
  b: [number, number, number]
  a: [number, number]
}

/** The two filters of ITU-R BS.1770-5, annex 1, for any sample rate (libebur128 has the same constants). */
function kWeighting(rate: number): [Biquad, Biquad] {
  const shelf = ((): Biquad => {
    const k = Math.tan((Math.PI * 1681.974450955533) / rate)
    const q = 0.7071752369554196
    const vh = 10 ** (3.999843853973347 / 20)
    const vb = vh ** 0.4996667741545416
    const a0 = 1 + k / q + k * k
    return {
      b: [
        (vh + (vb * k) / q + k * k) / a0,
        (2 * (k * k - vh)) / a0,
        (vh - (vb * k) / q + k * k) / a0,
      ],
      a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
    }
  })()
  const k = Math.tan((Math.PI * 38.13547087602444) / rate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return [shelf, { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] }]
}

function filtered(samples: Float32Array, { b, a }: Biquad): Float32Array {
  const out = new Float32Array(samples.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    out[i] = y
  }
  return out
}

const BLOCK_S = 0.4
const STEP_S = 0.1
const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

const toLufs = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The integrated loudness of one channel by ITU-R BS.1770-5, in LUFS.
 * @returns null: it is silent, or shorter than a block
 */
export function loudnessOf(samples: Float32Array, rate: number): number | null {
  const [shelf, highPass] = kWeighting(rate)
  const weighted = filtered(filtered(samples, shelf), highPass)
  const [block, step] = [Math.round(BLOCK_S * rate), Math.round(STEP_S * rate)]
  const powers: number[] = []
  for (let at = 0; at + block <= weighted.length; at += step) {
    let sum = 0
    for (let i = at; i < at + block; i++) sum += weighted[i]! ** 2
    powers.push(sum / block)
  }
  const audible = powers.filter((power) => toLufs(power) > ABSOLUTE_GATE_LUFS)
  if (audible.length === 0) return null
  const gate = toLufs(mean(audible)) + RELATIVE_GATE_LU
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)))
}

/** The limiter turns down whole pieces of this length, from one to the next without a step. */
const PIECE_S = 0.0025
/** It turns up again by at most this factor for each piece: 100 dB a second. */
const RELEASE = 10 ** ((100 * PIECE_S) / 20)

/** Samples with the target loudness. Parts that would exceed the peak limit are turned down for a moment. */
export function normalized(samples: Float32Array, rate: number): Float32Array {
  const loudness = loudnessOf(samples, rate)
  if (loudness === null) return samples
  const gain = 10 ** ((TARGET_LUFS - loudness) / 20)
  const size = Math.round(PIECE_S * rate)
  const allowed = Array.from({ length: Math.ceil(samples.length / size) }, (_, i) => {
    let peak = 0
    for (const sample of samples.subarray(i * size, (i + 1) * size)) {
      peak = Math.max(peak, Math.abs(sample))
    }
    return Math.min(gain, PEAK_LIMIT / peak)
  })
  // The gain at the beginning of each piece: low enough for the pieces on both sides.
  const gains: number[] = []
  for (let i = 0; i <= allowed.length; i++) {
    const both = Math.min(allowed[i - 1] ?? gain, allowed[i] ?? gain)
    gains.push(Math.min(both, (gains.at(-1) ?? gain) * RELEASE))
  }
  return samples.map((sample, i) => {
    const piece = Math.floor(i / size)
    const share = i / size - piece
    return sample * (gains[piece]! * (1 - share) + gains[piece + 1]! * share)
  })
}

const FRAME_MS = 10
/** Shorter silences are within words. */
const MIN_PAUSE_MS = 120
/** A silence is 40 dB below the loudest frame. */
const SILENCE = 10 ** (-40 / 20)

/** The silences between words of a recording. */
export function pausesIn(samples: Float32Array, rate: number): Pause[] {
  const frame = Math.round((FRAME_MS / 1000) * rate)
  const levels: number[] = []
  for (let at = 0; at + frame <= samples.length; at += frame) {
    let sum = 0
    for (let i = at; i < at + frame; i++) sum += samples[i]! ** 2
    levels.push(Math.sqrt(sum / frame))
  }
  const limit = levels.reduce((most, level) => Math.max(most, level), 0) * SILENCE
  const pauses: Pause[] = []
  let from: number | null = null
  for (const [i, level] of [...levels, Infinity].entries()) {
    if (level <= limit) from ??= i
    else if (from !== null) {
      if ((i - from) * FRAME_MS >= MIN_PAUSE_MS)
        pauses.push({ startMs: from * FRAME_MS, endMs: i * FRAME_MS })
      from = null
    }
  }
  return pauses
}
