/** The next step when a reader's subscription at Stripe may differ from ours. */
export const IF_WRONG = 'If this looks wrong, select “Refresh Status” in your settings.'

const ADVICE =
  'Please try again in a moment. Select “Refresh Status” in your settings to check your subscription.'

/** The text to show for an error; a request that failed at the provider may still have succeeded. */
export function errorText({ code, message }: { code: string; message: string }): string {
  return code === 'provider-unavailable' ? `${message.replace(/\.$/, '')}. ${ADVICE}` : message
}
