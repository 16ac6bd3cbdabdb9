/** Formats the results as Markdown tables. */
import type { SearchKind } from './queries.ts'
import type { Comparison } from './measure.ts'
import type { LookUp, StartFigures } from './servers.ts'

export interface Row extends Comparison {
  books: number
  name: string
  connections: number
  /** The goals, if there are any: the share of the bare server's rate, and main-thread time. */
  share?: number | undefined
  mainGoalMs?: number | undefined
}

export interface SearchRow {
  books: number
  kind: SearchKind
  p50: number
  p99: number
  max: number
  /** Processor time per request, in ms. */
  cpuMs: number
}

export interface ProcessRow extends StartFigures {
  books: number
  /** Memory after all loads in bytes, also without the page cache. */
  loadedBytes: number
  uncachedBytes: number
}

export interface LookUpRow {
  books: number
  cookie: LookUp
  token: LookUp
}

export interface Results {
  date: string
  cores: number
  /** The machine's load average before the run. */
  loadBefore: number
  rows: Row[]
  searches: SearchRow[]
  lookUps: LookUpRow[]
  processes: ProcessRow[]
}

/** Processor times vary by this much on a machine that does nothing else. */
const TOLERANCE = 1.05

/** The goals of a process: of its start in ms, and of its memory in bytes. */
const PROCESS_GOALS = { startMs: 500, idleBytes: 110 * 2 ** 20, loadedBytes: 250 * 2 ** 20 }

/** What misses its goal, one line each. */
export function shortfalls({ rows, processes }: Results): string[] {
  return [...rowShortfalls(rows), ...processes.flatMap(processShortfalls)]
}

function processShortfalls({ books, startMs, idleBytes, loadedBytes }: ProcessRow): string[] {
  const line = (what: string, figure: string, goal: string) =>
    `${what}, ${books} books: ${figure} of ${goal}`
  const memory = (what: string, bytes: number, goal: number) =>
    bytes > goal ? [line(what, megabytes(bytes), megabytes(goal))] : []
  const isSlow = startMs > PROCESS_GOALS.startMs * TOLERANCE
  return [
    ...(isSlow ? [line('start', seconds(startMs), seconds(PROCESS_GOALS.startMs))] : []),
    ...memory('idle', idleBytes ?? 0, PROCESS_GOALS.idleBytes),
    ...memory('after load', loadedBytes, PROCESS_GOALS.loadedBytes),
  ]
}

function rowShortfalls(rows: Row[]): string[] {
  return rows.flatMap(({ books, name, connections, ratio, product, share, mainGoalMs }) => {
    const where = `${name}, ${books} books`
    const lines: string[] = []
    if (share !== undefined && ratio * TOLERANCE < share)
      lines.push(`${where}, connections ${connections}: ${ratio.toFixed(3)} of ${share}`)
    if (connections === 1 && mainGoalMs !== undefined && product.mainMs > mainGoalMs * TOLERANCE)
      lines.push(`${where}, main thread: ${short(product.mainMs)} ms of ${mainGoalMs}`)
    return lines
  })
}

/** The main table: one row per case, with its goals. */
function goalTable(rows: Row[]): string {
  const of = (goal: number | undefined) => (goal === undefined ? '' : ` (${goal})`)
  return markdown([
    [
      'page or call',
      '1 connection (goal)',
      '32 connections (goal)',
      'main thread, ms (goal)',
      'all threads, ms',
      'bare, ms',
      'bytes',
    ],
    ...rows
      .filter(({ connections }) => connections === 1)
      .map((one) => {
        const many = rows.find((row) => row.name === one.name && row.connections > 1)!
        const rate = ({ ratio, share, product }: Row) =>
          `${ratio.toFixed(3)}${of(share)} · ${product.rate.toFixed(0)}/s`
        return [
          one.name,
          rate(one),
          rate(many),
          `${short(one.product.mainMs)}${of(one.mainGoalMs)} · ${short(many.product.mainMs)}`,
          `${short(one.product.cpuMs)} · ${short(many.product.cpuMs)}`,
          short(one.bare.cpuMs),
          one.product.bytesPerAnswer.toFixed(0),
        ]
      }),
  ])
}

export function report(results: Results): string {
  const sizes = [...new Set(results.rows.map(({ books }) => books))]
  const searched = [...new Set(results.searches.map(({ books }) => books))]
  const byKind = ({ kind }: SearchRow) => kind
  const missed = shortfalls(results)
  return [
    `${results.date.slice(0, 10)}, ${results.cores} cores, load of the machine before ${results.loadBefore.toFixed(1)}.`,
    ...sizes.flatMap((size) => [
      `${size.toLocaleString('en-US')} books: share of the bare server's rate and responses per second, processor time per request:`,
      goalTable(results.rows.filter(({ books }) => books === size)),
    ]),
    ...(results.searches.length === 0
      ? []
      : [
          'GET /books?search=…, nothing remembered, one connection, ms: half and 99 of 100 within, processor:',
          table('search', searched, results.searches, byKind, ({ p50, p99, cpuMs }) => [
            `${short(p50)} · ${short(p99)} · ${short(cpuMs)}`,
          ]),
        ]),
    ...(results.lookUps.length === 0
      ? []
      : [
          'Session look-up without HTTP in ms: median, 99th percentile, processor:',
          markdown([
            ['books', 'by cookie', 'by token'],
            ...results.lookUps.map(({ books, cookie, token }) => [
              String(books),
              ...[cookie, token].map(({ p50, p99, cpuMs }) =>
                [p50, p99, cpuMs].map(short).join(' · '),
              ),
            ]),
          ]),
        ]),
    'Start, and memory of the process:',
    markdown([
      [
        'books',
        'start',
        'start, processor',
        'after the first response',
        'idle',
        'after load',
        'after load, PAGE_CACHE_MB=0',
      ],
      ...results.processes.map((row) => [
        String(row.books),
        seconds(row.startMs),
        seconds(row.startCpuMs),
        megabytes(row.startedBytes),
        row.idleBytes === null ? '' : megabytes(row.idleBytes),
        megabytes(row.loadedBytes),
        megabytes(row.uncachedBytes),
      ]),
    ]),
    missed.length === 0 ? 'Every goal is met.' : `Below the goal:\n- ${missed.join('\n- ')}`,
  ].join('\n\n')
}

/** One row per measurement, one column per catalogue size. */
function table<R extends { books: number }>(
  head: string,
  sizes: number[],
  rows: R[],
  keyOf: (row: R) => string,
  cellOf: (row: R) => string[],
): string {
  const keys = [...new Set(rows.map(keyOf))]
  return markdown([
    [head, ...sizes.map((size) => `${size.toLocaleString('en-US')} books`)],
    ...keys.map((key) => [
      key,
      ...sizes.map((size) => {
        const row = rows.find((row) => row.books === size && keyOf(row) === key)
        return row ? cellOf(row).join(' ') : ''
      }),
    ]),
  ])
}

/** A table; the first line is its head. */
export function markdown(lines: string[][]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  const [head, ...rest] = lines.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

export const short = (ms: number) =>
  ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0)

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
