import { MONTHS } from '../../reading/rules/my-year.ts'

const STEP = 30
const BAR = 18
const HEIGHT = 90

export function MonthChart({ year, months }: { year: number; months: number[] }) {
  const most = Math.max(1, ...months)
  const inWords = months.flatMap((books, i) => (books > 0 ? `${MONTHS[i]} ${books}` : []))
  return (
    <svg
      viewBox={`0 0 ${12 * STEP - (STEP - BAR)} ${HEIGHT + 40}`}
      role="img"
      aria-label={`Books by month in ${year}: ${inWords.join(', ')}`}
      className="year-chart"
    >
      {months.map((books, i) => {
        const height = books === 0 ? 2 : Math.max(6, (books / most) * HEIGHT)
        const [x, y] = [i * STEP, 18 + HEIGHT - height]
        return (
          <g key={i}>
            <rect
              x={x}
              y={y}
              width={BAR}
              height={height}
              rx="3"
              className={books === 0 ? 'year-none' : undefined}
            />
            {books > 0 && (
              <text x={x + BAR / 2} y={y - 5}>
                {books}
              </text>
            )}
            <text x={x + BAR / 2} y={HEIGHT + 34}>
              {MONTHS[i]![0]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
