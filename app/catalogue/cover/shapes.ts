/** Path data with numbers rounded to whole pixels; use roundToTenth where the rounding would show. */
export function pathData(parts: TemplateStringsArray, ...values: number[]): string {
  return parts.reduce((text, part, i) => text + Math.round(values[i - 1] ?? 0).toString() + part)
}

/** A number rounded to one decimal. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** A filled path. */
export function shape(data: string, fill: string, extra = ''): string {
  return `<path d="${data}" fill="${fill}"${extra}/>`
}

/** A stroked path without a fill. */
export function stroke(data: string, color: string, width: number, extra = ''): string {
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="${roundToTenth(width)}"${extra}/>`
}

/** Attribute for round stroke ends. */
export const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

/** A disc. */
export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(Math.max(0, radius))}" fill="${fill}"/>`
}

/** A circle line. */
export function ring(x: number, y: number, radius: number, color: string, width: number): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="none" stroke="${color}" stroke-width="${roundToTenth(width)}"/>`
}

/** A rectangle. */
export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<path d="M${roundToTenth(x)} ${roundToTenth(y)}h${roundToTenth(width)}v${roundToTenth(height)}h${roundToTenth(-width)}z" fill="${fill}"/>`
}

type Point = readonly [x: number, y: number]

/** A smooth path through points. */
export function smooth(points: readonly Point[], closed = false): string {
  const last = points.length - 1
  const at = (i: number): Point => {
    const index = closed ? (i + points.length) % points.length : Math.min(last, Math.max(0, i))
    return points[index] ?? [0, 0]
  }
  let data = pathData`M${at(0)[0]} ${at(0)[1]}`
  for (let i = 0; i < (closed ? points.length : last); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    data += pathData`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`
  }
  return closed ? `${data}z` : data
}
