/** What `readr doctor` says about one thing. */
export interface DoctorFinding {
  level: 'ok' | 'warning' | 'error'
  about: string
  message: string
}

/** Codes of apps change every 30 s, and a difference of two steps is refused. */
const SKEW_ERROR_MS = 30_000
const SKEW_WARNING_MS = 2000
const LOW_SHARE = 0.1

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** Judges how far clocks are apart. */
export function clockFinding(about: string, skewMs: number): DoctorFinding {
  const apart = Math.abs(skewMs)
  const level = apart >= SKEW_ERROR_MS ? 'error' : apart >= SKEW_WARNING_MS ? 'warning' : 'ok'
  const side = skewMs < 0 ? 'behind' : 'ahead of'
  return { level, about, message: `${seconds(apart)} ${side} the database` }
}

/** Judges the migrations of a database. */
export function schemaFinding(shipped: string[], applied: string[]): DoctorFinding {
  const about = 'schema'
  const missing = shipped.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !shipped.includes(name))
  if (missing.length > 0) {
    const message = `${missing.length} migrations are missing, from ${missing[0]}: run readr migrate`
    return { level: 'error', about, message }
  }
  if (newer.length > 0) {
    const message = `the database has ${newer.length} newer migrations, to ${newer.at(-1)}`
    return { level: 'warning', about, message }
  }
  return { level: 'ok', about, message: `up to date (${shipped.at(-1)})` }
}

/** Judges the space on a disk. */
export function diskFinding(
  { name, freeBytes, sizeBytes }: { name: string; freeBytes: number; sizeBytes: number },
  leastBytes: number,
): DoctorFinding {
  const share = freeBytes / sizeBytes
  const level = freeBytes < leastBytes ? 'error' : share < LOW_SHARE ? 'warning' : 'ok'
  const message = `${gigabytes(freeBytes)} of ${gigabytes(sizeBytes)} free`
  return { level, about: `disk of the ${name}`, message }
}

/** Says which secrets are still needed, the first one first. */
export function secretFindings({
  secrets,
  lost,
}: {
  secrets: { id: string; apps: number }[]
  lost: number
}): DoctorFinding[] {
  const found = secrets.map(({ id, apps }, i): DoctorFinding => {
    const use = `decrypts ${apps} authenticator ${apps === 1 ? 'app' : 'apps'}`
    const rotate = i > 0 && apps > 0 ? '; readr secrets rotate uses the first secret for them' : ''
    const unneeded = i > 0 && apps === 0 ? '; not needed to decrypt anything' : ''
    return { level: 'ok', about: `secret ${i + 1} (${id})`, message: use + rotate + unneeded }
  })
  if (lost === 0) return found
  const message = `no secret decrypts ${lost} authenticator ${lost === 1 ? 'app' : 'apps'}: add the former secret to RETIRED_SECRETS`
  return [...found, { level: 'error', about: 'secrets', message }]
}
