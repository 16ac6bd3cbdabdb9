const ADVICE =
  'Please try again in a moment. “Refresh Status” in your settings shows how your subscription stands.'

/** What a page says of a refusal; what failed at the provider may have been done all the same. */
export function errorText({ code, message }: { code: string; message: string }): string {
  return code === 'provider-unavailable' ? `${message.replace(/\.$/, '')}. ${ADVICE}` : message
}
