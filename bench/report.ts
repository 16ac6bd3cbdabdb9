/** The results of a run, as Markdown tables that say of each goal whether it is met. */
import { PROCESS_GOALS, UNCACHED_SHARE } from './cases.ts'
import type { Figures } from './measure.ts'

export interface Goal {
  what: string
  isMet: boolean
}

/** A page or call with 1 and with 32 connections. */
export interface Row {
  name: string
  product: Figures[]
  ratios: number[]
  shares: [number, number]
  mainMs: number | undefined
}

export interface UncachedRow {
  name: string
  mainMs: number
  /** Of the other build; undefined: there is none. */
  otherMs: number | undefined
}

export interface ProcessFigures {
  startMs: number
  loadedBytes: number
  /** Undefined: not measured. */
  idleBytes: number | undefined
}

export interface Results {
  date: string
  cores: number
  /** The machine's load average before and after the run. */
  load: [number, number]
  rows: Row[]
  uncached: UncachedRow[]
  process: ProcessFigures
}

/** Processor times vary by this much on a machine that does nothing else. */
const TOLERANCE = 1.05

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** Whether each goal is met. */
export function goals({ rows, uncached, process }: Results): Goal[] {
  const atMost = (what: string, figure: number, goal: number) => ({
    what,
    isMet: figure <= goal * TOLERANCE,
  })
  const { startMs, idleBytes, loadedBytes } = process
  return [
    ...rows.flatMap(({ name, product, ratios, shares, mainMs }) => [
      ...ratios.map((ratio, i) => ({
        what: `${name}: ${ratio.toFixed(3)} of ${shares[i]} with ${i === 0 ? 1 : 32}`,
        isMet: ratio * TOLERANCE >= shares[i]!,
      })),
      ...(mainMs === undefined
        ? []
        : [
            atMost(
              `${name}: ${ms(product[0]!.mainMs)} ms of ${mainMs}`,
              product[0]!.mainMs,
              mainMs,
            ),
          ]),
    ]),
    ...uncached.flatMap(({ name, mainMs, otherMs }) =>
      otherMs === undefined
        ? []
        : [
            atMost(
              `${name}: ${(mainMs / otherMs).toFixed(2)} of ${UNCACHED_SHARE}`,
              mainMs / otherMs,
              UNCACHED_SHARE,
            ),
          ],
    ),
    atMost(
      `start: ${startMs.toFixed(0)} ms of ${PROCESS_GOALS.startMs}`,
      startMs,
      PROCESS_GOALS.startMs,
    ),
    ...(idleBytes === undefined ? [] : [memory('idle', idleBytes, PROCESS_GOALS.idleBytes)]),
    memory('after load', loadedBytes, PROCESS_GOALS.loadedBytes),
  ]
}

const memory = (what: string, bytes: number, goal: number): Goal => ({
  what: `${what}: ${megabytes(bytes)} of ${megabytes(goal)}`,
  isMet: bytes <= goal,
})

export function report(results: Results): string {
  const { date, cores, load, rows, uncached, process } = results
  const all = goals(results)
  const missed = all.filter(({ isMet }) => !isMet)
  const shown = (name: string) => verdict(!missed.some(({ what }) => what.startsWith(`${name}: `)))
  return [
    `${date.slice(0, 16)}, ${cores} cores, load of the machine ${load.map((one) => one.toFixed(1)).join(' before, ')} after.`,
    'Share of the bare server’s rate and responses per second with 1 and 32 connections, main-thread time per request:',
    table([
      ['page or call', '1', '32', 'main thread, ms', 'goal', ''],
      ...rows.map(({ name, product, ratios, shares, mainMs }) => [
        name,
        ...ratios.map((ratio, i) => `${ratio.toFixed(3)} (${product[i]!.rate.toFixed(0)}/s)`),
        product.map((one) => ms(one.mainMs)).join(' · '),
        [shares.join(' / '), ...(mainMs === undefined ? [] : [`${mainMs} ms`])].join(', '),
        shown(name),
      ]),
    ]),
    'Without the page cache, main-thread time per request in ms:',
    table([
      ['page', 'this build', 'other build', 'share', 'goal', ''],
      ...uncached.map(({ name, mainMs, otherMs }) =>
        otherMs === undefined
          ? [name, ms(mainMs), '', '', '', '']
          : [
              name,
              ms(mainMs),
              ms(otherMs),
              (mainMs / otherMs).toFixed(2),
              String(UNCACHED_SHARE),
              shown(name),
            ],
      ),
    ]),
    `Start ${(process.startMs / 1000).toFixed(2)} s; memory ${process.idleBytes === undefined ? '' : `idle ${megabytes(process.idleBytes)}, `}after load ${megabytes(process.loadedBytes)}.`,
    all.map(({ what, isMet }) => `- ${verdict(isMet)}: ${what}`).join('\n'),
    missed.length === 0
      ? 'Every goal is met.'
      : `${missed.length} of ${all.length} goals are missed.`,
  ].join('\n\n')
}

/** A table; the first line is its head. */
export function table(lines: string[][]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  const [head, ...rest] = lines.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}
