const MAX_CHARS = 64

/**
 * The name of a time zone as the server lists it, such as "America/New_York". Browsers also send earlier
 * and later names of the same zone.
 * @returns null if there is no such time zone
 */
export function listedTimeZone(name: string): string | null {
  // Offsets such as "+02:00" do not know of summer time.
  if (name.length > MAX_CHARS || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
