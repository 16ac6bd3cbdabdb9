import { numberText } from '../../platform/number-text.ts'
import type { YearFigures as FiguresOf } from '../../reading/rules/my-year.ts'

/** What a reader did in a period, in large numbers. */
export function YearFiguresList({ books, minutes, ideas }: FiguresOf) {
  const figures = [
    [books, books === 1 ? 'book finished' : 'books finished'],
    [minutes, minutes === 1 ? 'minute' : 'minutes'],
    [ideas, ideas === 1 ? 'idea kept' : 'ideas kept'],
  ] as const
  return (
    <ul className="year-figures">
      {figures.map(([count, label]) => (
        <li key={label}>
          <strong>{numberText(count)}</strong> {label}
        </li>
      ))}
    </ul>
  )
}
