import { AdminList } from './admin-page.tsx'

interface Bar {
  label: string
  short: string
  value: number
  text: string
}

const BAR = 40
const GAP = 10
const HEIGHT = 180
const TOP = 24

/** A bar chart, drawn on the server, with the same data as a table for screen readers. */
export function BarChart({
  id,
  title,
  definition,
  labels,
  bars,
}: {
  id: string
  title: string
  definition: string
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
      {/* Scrolled to the right at first, so that the latest bars are visible. */}
      <div role="region" aria-label={title} tabIndex={0} dir="rtl" className="mt-4 overflow-x-auto">
        <svg
          viewBox={`0 0 ${width} ${TOP + HEIGHT + 24}`}
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-desc`}
          direction="ltr"
          className="bar-chart w-full text-accent"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>
            {bars.map(({ label, text }) => `${label}: ${text}`).join(', ')}
          </desc>
          {bars.map(({ label, short, value, text }, i) => {
            const height = value <= 0 ? 0 : Math.max(2, Math.round((value / most) * HEIGHT))
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
                <text x={x + BAR / 2} y={TOP + HEIGHT + 17} className="bar-label">
                  {short}
                </text>
              </g>
            )
          })}
          <path d={`M0 ${TOP + HEIGHT}h${width}`} className="bar-floor" />
        </svg>
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center text-link">View as a table</summary>
        <AdminList
          caption={title}
          rows={bars.map(({ label, text }) => ({ [labels[0]]: label, [labels[1]]: text }))}
        />
      </details>
    </figure>
  )
}
