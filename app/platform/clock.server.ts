/**
 * The time that counts for subscriptions: trials, periods, reminders. It is the time of the world,
 * except in demo mode, where the emulated payment provider has a clock that can be moved forward.
 * Sessions, tokens and limits go by the world's time.
 */

let milliseconds: () => number = Date.now

/** What time it is for subscriptions. */
export function now(): Date {
  return new Date(milliseconds())
}

/** Goes by another clock from here on: `milliseconds` since 1970; without one, by the world's. */
export function followClock(source: () => number = Date.now): void {
  milliseconds = source
}
