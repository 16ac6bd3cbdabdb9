/** The next step when a reader's subscription at Stripe may differ from ours. */
export const IF_WRONG = 'If this looks wrong, select “Refresh Status” in your settings.'

const TRY_AGAIN = 'Please try again in a moment.'
const CHECK = 'Select “Refresh Status” in your settings to check your subscription.'

/**
 * The text to show for an error; what to do next is on a second line.
 * @param changes a failed request that changes something may still have succeeded
 */
export function errorText(
  { code, message }: { code: string; message: string },
  { changes }: { changes: boolean },
): string {
  if (code !== 'provider-unavailable') return message
  return `${message}\n${TRY_AGAIN}${changes ? ` ${CHECK}` : ''}`
}
