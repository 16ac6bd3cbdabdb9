/**
 * The time for subscriptions: trials, periods, and reminders. In demo mode it is the clock of the
 * emulated Stripe, which can be moved forward. Sessions, tokens, and limits always use real time.
 */

let milliseconds: () => number = Date.now

/** The current time for subscriptions. */
export function now(): Date {
  return new Date(milliseconds())
}

/** Uses another clock (milliseconds since 1970) from now on, or by default real time. */
export function followClock(source: () => number = Date.now): void {
  milliseconds = source
}
