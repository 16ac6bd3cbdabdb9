const MAX_USER_AGENT_CHARS = 400

/**
 * Names the browser and system of a User-Agent header, such as "Firefox on Windows".
 * @returns null when neither is known; emails never repeat unknown text from the header
 */
export function recognizedDevice(userAgent: string | null): string | null {
  const agent = (userAgent ?? '').slice(0, MAX_USER_AGENT_CHARS)
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(?:e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
    [/Readr/i, 'Readr app'],
  ])
  const system = find([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ])
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}

/** A display name for the browser or app of a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const word = (userAgent ?? '')
    .slice(0, MAX_USER_AGENT_CHARS)
    .replace(/[^\x20-\x7e]/g, '')
    .split(/[/ ;(]/, 1)[0]!
    .slice(0, 40)
  return recognizedDevice(userAgent) ?? (word || 'Unknown device')
}
