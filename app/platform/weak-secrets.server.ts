/** Random text of 16 characters practically always has more than this. */
const MIN_DIFFERENT = 6

/** The differences between neighboring characters: "abcdef" has one, random text has many. */
const steps = (text: string) =>
  new Set(Array.from(text.slice(1), (char, i) => char.charCodeAt(0) - text.charCodeAt(i)))

/** Whether a text is a shorter one over and over; the last time may be cut off. */
function repeats(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return true
  }
  return false
}

/** Whether a secret is easy to guess: few different characters, a sequence, or a repeated text. */
export function isWeakSecret(secret: string): boolean {
  const isVaried = new Set(secret).size >= MIN_DIFFERENT && steps(secret).size >= MIN_DIFFERENT
  return !isVaried || repeats(secret)
}

/** The variables with secrets that the operator makes up. */
const NAMES = ['AUTH_SECRETS', 'METRICS_TOKEN', 'MOBILE_WEBHOOK_SECRET', 'RETIRED_SECRETS'] as const

type OwnSecrets = Readonly<Partial<Record<(typeof NAMES)[number], string | string[]>>>

/** What the secret has encrypted is lost without it. */
const MOVE =
  '. If Readr has run with this secret, move it to RETIRED_SECRETS: without it, readers lose two-factor sign-in'

/** Refuses weak secrets, and one secret in two places. A retired secret may be weak. */
export function refuseWeakSecrets(
  variables: OwnSecrets,
  refuse: (name: string, message: string) => void,
): void {
  const seen = new Map<string, string>()
  for (const name of NAMES) {
    const secrets = [variables[name] ?? []].flat()
    if (name !== 'RETIRED_SECRETS' && secrets.some(isWeakSecret)) {
      const advice = 'is easy to guess; use random text (openssl rand -base64 32)'
      refuse(name, name === 'AUTH_SECRETS' ? `${advice}${MOVE}` : advice)
    }
    for (const secret of secrets) {
      const other = seen.get(secret)
      if (other === name) refuse(name, 'contains the same secret twice')
      else if (other !== undefined) refuse(name, `must not be the same secret as in ${other}`)
      seen.set(secret, name)
    }
  }
}
