/** Formats the results as Markdown tables. */
import type { SearchKind } from './queries.ts'
import type { Comparison } from './measure.ts'
import type { LookUp } from './servers.ts'

export interface Row extends Comparison {
  books: number
  name: string
  product_is: 'remembered' | 'made'
  connections: number
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

export interface ProcessRow {
  books: number
  startMs: number
  /** Memory of the process before and after all loads, in bytes. */
  idleBytes: number
  loadedBytes: number
  uncachedBytes: number
  bareBytes: number
}

export interface LookUpRow {
  books: number
  cookie: LookUp
  token: LookUp
}

export interface Results {
  date: string
  quick: boolean
  cores: number
  /** The machine's load average before the run. */
  loadBefore: number
  rows: Row[]
  searches: SearchRow[]
  lookUps: LookUpRow[]
  processes: ProcessRow[]
}

export function report(results: Results): string {
  const sizes = results.processes.map(({ books }) => books)
  const byCase = (row: Row) => `${row.name} (${row.product_is}), ${row.connections}`
  const byKind = ({ kind }: SearchRow) => kind
  return [
    `${results.date.slice(0, 10)}, ${results.cores} cores, load of the machine before ${results.loadBefore.toFixed(1)}.`,
    'Responses per second, and the ratio to the bare server (to the compressing bare server):',
    table('page or call, connections', sizes, results.rows, byCase, (row) => [
      `${row.ratio.toFixed(2)}${row.compressingRatio === undefined ? '' : ` (${row.compressingRatio.toFixed(2)})`} · ${row.product.rate.toFixed(0)}/s`,
    ]),
    'Response time in ms, median and 99th percentile:',
    table('page or call, connections', sizes, results.rows, byCase, (row) => [
      `${short(row.product.p50)} · ${short(row.product.p99)}`,
    ]),
    'Processor time per request in ms: product, bare server, compressing bare server:',
    table(
      'page or call',
      sizes,
      results.rows.filter((row) => row.connections > 1),
      ({ name, product_is }) => `${name} (${product_is})`,
      (row) => [
        [row.product, row.bare, ...(row.compressing ? [row.compressing] : [])]
          .map(({ cpuMs }) => short(cpuMs))
          .join(' · '),
      ],
    ),
    ...(results.searches.length === 0
      ? []
      : [
          'GET /books?search=…, nothing remembered, one connection, ms: half and 99 of 100 within, processor:',
          table('search', sizes, results.searches, byKind, ({ p50, p99, cpuMs }) => [
            `${short(p50)} · ${short(p99)} · ${short(cpuMs)}`,
          ]),
        ]),
    'Session look-up without HTTP in ms: median, 99th percentile, processor:',
    markdown([
      ['books', 'by cookie', 'by token'],
      ...results.lookUps.map(({ books, cookie, token }) => [
        String(books),
        ...[cookie, token].map(({ p50, p99, cpuMs }) => [p50, p99, cpuMs].map(short).join(' · ')),
      ]),
    ]),
    'Start, and memory of the process:',
    markdown([
      ['books', 'start', 'idle', 'after load', 'after load, PAGE_CACHE_MB=0', 'bare server'],
      ...results.processes.map((row) => [
        String(row.books),
        `${(row.startMs / 1000).toFixed(2)} s`,
        megabytes(row.idleBytes),
        megabytes(row.loadedBytes),
        megabytes(row.uncachedBytes),
        megabytes(row.bareBytes),
      ]),
    ]),
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

function markdown(lines: string[][]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  const [head, ...rest] = lines.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

const short = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0))
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
