import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../accounts/rules/durations.ts'

/** "10 minutes", "1 hour", "24 hours", "30 days". */
export function duration(ms: number): string {
  const [unit, length] =
    ms > DAY_MS
      ? (['day', DAY_MS] as const)
      : ms >= HOUR_MS
        ? (['hour', HOUR_MS] as const)
        : (['minute', MINUTE_MS] as const)
  const count = Math.round(ms / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
