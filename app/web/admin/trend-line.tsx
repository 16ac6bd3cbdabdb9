import { linePoints, type Trend } from '../../admin/rules/trends.ts'

const [WIDTH, HEIGHT] = [120, 32]

export function TrendLine({ comparison, points }: Trend) {
  return (
    <>
      <svg
        viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
        aria-hidden="true"
        className="trend-line mt-2 text-accent"
      >
        <polyline
          points={linePoints(points, WIDTH, HEIGHT)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="mt-1 block text-sm font-semibold">{comparison}</span>
    </>
  )
}
