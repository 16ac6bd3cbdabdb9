import type { AdminFigure } from '../../admin/rules/figures.ts'
import { TrendLine } from './trend-line.tsx'

export function FigureList({ figures }: { figures: AdminFigure[] }) {
  return (
    <dl className="mt-6 grid grid-cols-1 gap-4 wrap-anywhere sm:grid-cols-2 lg:grid-cols-4">
      {figures.map(({ name, value, definition, trend }) => (
        <div key={name} className="flex flex-col rounded-xl bg-sunk p-5">
          <dt className="font-semibold">{name}</dt>
          <dd className="display mt-1 text-3xl">{value}</dd>
          {trend && (
            <dd>
              <TrendLine {...trend} />
            </dd>
          )}
          <dd className="mt-2 text-sm text-soft">{definition}</dd>
        </div>
      ))}
    </dl>
  )
}
