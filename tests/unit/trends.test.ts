import { describe, expect, test } from 'vitest'
import { lastMonths, lastWeeks } from '#app/admin/rules/chart-periods.server.ts'
import { disjoint, lastDays, periodBefore, sumWithin } from '#app/admin/rules/periods.ts'
import { comparison, linePoints } from '#app/admin/rules/trends.ts'

describe('a trend', () => {
  test.each([
    [115, 100, '15% more than the 30 days before'],
    [50, 100, '50% fewer than the 30 days before'],
    [1000, 1001, 'about the same as the 30 days before'],
    [3, 0, 'none in the 30 days before'],
    [0, 0, 'as in the 30 days before'],
    [20_000, 100, '19,900% more than the 30 days before'],
  ])('of %i after %i is “%s”', (now, before, text) => {
    expect(comparison(now, before, 'fewer')).toBe(text)
  })

  test('is drawn from the bottom to the top of its box', () => {
    expect(linePoints([0, 5, 10], 100, 20)).toBe('0,20 50,10 100,0')
    expect(linePoints([0, -3], 100, 20)).toBe('0,20 100,20')
    expect(linePoints([], 100, 20)).toBe('')
  })
})

test('overlapping periods are counted once, in disjoint spans', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const recent = lastDays(30, now)
  const before = periodBefore(recent)
  expect(before).toEqual({ from: lastDays(60, now).from, to: recent.from })
  const weeks = lastWeeks(12, now)
  const spans = disjoint([...weeks, recent, before])
  expect(spans).toHaveLength(14)
  const days = ({ from, to }: { from: Date; to: Date }) => (+to - +from) / 86_400_000
  const counts = spans.map(days)
  expect(counts.reduce((a, b) => a + b)).toBe(84)
  for (const period of [...weeks, recent, before]) {
    expect(sumWithin(period, spans, counts)).toBe(days(period))
  }
})

test('months are those of the calendar, also on the last day of a long one', () => {
  const months = lastMonths(4, new Date('2026-05-31T23:30:00Z'))
  expect(months.map(({ label, short }) => [label, short])).toEqual([
    ['2026-02', 'Feb'],
    ['2026-03', 'Mar'],
    ['2026-04', 'Apr'],
    ['2026-05', 'May'],
  ])
  expect(months.at(-1)).toMatchObject({
    from: new Date('2026-05-01T00:00:00Z'),
    to: new Date('2026-06-01T00:00:00Z'),
  })
  expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ to }) => to))
})
