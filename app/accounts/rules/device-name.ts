const USER_AGENT_MAX_CHARS = 400

/**
 * A browser and system that we know by name, from what it says of itself. Null: another, whose
 * words are not ours and go into no mail.
 */
export function recognizedDevice(userAgent: string | null): string | null {
  const agent = (userAgent ?? '').slice(0, USER_AGENT_MAX_CHARS)
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1]
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

/** A browser or app as people know it, from what it says of itself. */
export function deviceName(userAgent: string | null): string {
  const word = (userAgent ?? '')
    .slice(0, USER_AGENT_MAX_CHARS)
    .replace(/[^\x20-\x7e]/g, '')
    .split(/[/ ;(]/, 1)[0]!
    .slice(0, 40)
  return recognizedDevice(userAgent) ?? (word || 'Unknown device')
}
