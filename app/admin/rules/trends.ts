import { RECENT_DAYS } from './periods.ts'

export interface Trend {
  /** In words, such as "15% more than the 30 days before". */
  comparison: string
  /** The values of equally long periods, oldest first. */
  points: number[]
}

/** Compares a figure of the last days with the same number of days before. */
export function comparison(now: number, before: number, less: 'less' | 'fewer'): string {
  const period = `the ${RECENT_DAYS} days before`
  if (before <= 0) return now > 0 ? `none in ${period}` : `as in ${period}`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `about the same as ${period}`
  return `${Math.abs(percent).toLocaleString('en-US')}% ${percent > 0 ? 'more' : less} than ${period}`
}

/** The points of a line in a box of this size, as an SVG polyline takes them. */
export function linePoints(values: number[], width: number, height: number): string {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const place = (n: number) => Math.round(n * 10) / 10
  return values
    .map((value, i) => `${place(i * step)},${place(height - (Math.max(0, value) / most) * height)}`)
    .join(' ')
}
