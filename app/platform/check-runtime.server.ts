import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MS } from './durations.ts'
import shipped from './node-security-releases.json' with { type: 'json' }

const LIST_NAME = 'node-security-releases.json'
/** Node.js has security releases every two to three months. */
const MAX_LIST_AGE_DAYS = 90

const listSchema = z.object({
  /** When somebody last compared the list with its source. */
  asOf: z.iso.date(),
  source: z.url(),
  releases: z
    .array(z.object({ version: z.string().regex(/^\d{1,3}(\.\d{1,5}){2}$/), date: z.iso.date() }))
    .min(1)
    .max(20),
})

export type SecurityReleases = z.output<typeof listSchema>

/** What is known about the security of the running Node.js; `ok`: nothing is missing. */
export interface RuntimeFinding {
  level: 'ok' | 'warning' | 'error'
  message: string
}

const numbersOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  const first = b.findIndex((part, i) => part !== a[i])
  return first !== -1 && a[first]! < b[first]!
}

/**
 * Compares a version of Node.js, such as "26.12.1", with the newest security release of its major version.
 * @param now in milliseconds since 1970
 */
export function runtimeFinding(
  version: string,
  { asOf, releases }: SecurityReleases,
  now: number,
): RuntimeFinding {
  const [major] = numbersOf(version)
  const majors = releases.map((release) => numbersOf(release.version)[0]!)
  const newest = releases[majors.indexOf(major!)]
  if (newest && isOlder(version, newest.version))
    return {
      level: 'error',
      message: `Node.js ${version} lacks the security fixes of ${newest.version} (${newest.date}). Update it.`,
    }
  if (!newest && major! < Math.max(...majors))
    return {
      level: 'error',
      message: `Node.js ${version} gets no security fixes. Update to ${releases.map((one) => one.version).join(', ')}, or later.`,
    }
  const known = `the security releases known on ${asOf}`
  if (!newest)
    return {
      level: 'warning',
      message: `Node.js ${version} is newer than ${known}. Update the list.`,
    }
  const ageDays = Math.floor((now - Date.parse(asOf)) / DAY_MS)
  if (ageDays > MAX_LIST_AGE_DAYS)
    return {
      level: 'warning',
      message: `Node.js ${version} has ${known}, ${ageDays} days ago. Update the list.`,
    }
  return { level: 'ok', message: `Node.js ${version} has ${known}` }
}

async function securityReleases(folder: string): Promise<SecurityReleases> {
  const text = await readFile(join(folder, LIST_NAME), 'utf8').catch(() => null)
  if (text === null) return shipped
  const given = listSchema.parse(JSON.parse(text))
  return given.asOf < shipped.asOf ? shipped : given
}

/**
 * Whether the running Node.js has the security fixes that are known.
 * @param dataDir may contain a newer list
 */
export async function checkRuntime(dataDir: string): Promise<RuntimeFinding> {
  const { node } = process.versions
  try {
    return runtimeFinding(node, await securityReleases(dataDir), Date.now())
  } catch {
    const path = join(dataDir, LIST_NAME)
    return {
      level: 'error',
      message: `Node.js ${node}: ${path} is not a list of security releases.`,
    }
  }
}
