import { Table } from './page.tsx'

interface Bar {
  label: string
  /** The same under the bar. */
  short: string
  value: number
  /** The value as people read it. */
  text: string
}

const BAR = 40
const GAP = 10
const HEIGHT = 180
const TOP = 24

/** Bars, drawn on the server; the same as a table for whoever does not see them. */
export function BarChart({
  id,
  title,
  definition,
  labels,
  bars,
}: {
  id: string
  title: string
  /** What a bar stands for, in words. */
  definition: string
  /** What the columns of the table are called. */
  labels: [string, string]
  bars: Bar[]
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = bars.length * (BAR + GAP) - GAP
  return (
    <figure className="min-w-0 rounded-xl bg-sunk p-5">
      <figcaption>
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 text-sm text-soft">{definition}</p>
      </figcaption>
      {/* From the right: where it is too wide, the latest bars are in sight. */}
      <div role="region" aria-label={title} tabIndex={0} dir="rtl" className="mt-4 overflow-x-auto">
        <svg
          viewBox={`0 0 ${width} ${TOP + HEIGHT + 24}`}
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-desc`}
          direction="ltr"
          className="w-full min-w-140 text-accent"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>
            {bars.map(({ label, text }) => `${label}: ${text}`).join(', ')}
          </desc>
          {bars.map(({ label, short, value, text }, i) => {
            const height = value === 0 ? 0 : Math.max(2, Math.round((value / most) * HEIGHT))
            const x = i * (BAR + GAP)
            return (
              <g key={label} textAnchor="middle" fontSize="13">
                <rect
                  x={x}
                  y={TOP + HEIGHT - height}
                  width={BAR}
                  height={height}
                  rx="2"
                  fill="currentColor"
                />
                {value > 0 && (
                  <text x={x + BAR / 2} y={TOP + HEIGHT - height - 6} className="fill-ink">
                    {text.replace(/\.\d\d$/, '')}
                  </text>
                )}
                <text x={x + BAR / 2} y={TOP + HEIGHT + 17} className="fill-soft">
                  {short}
                </text>
              </g>
            )
          })}
          <path d={`M0 ${TOP + HEIGHT}h${width}`} className="stroke-edge" />
        </svg>
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
          As a table
        </summary>
        <Table caption={title} head={labels}>
          {bars.map(({ label, text }) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{text}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  )
}
