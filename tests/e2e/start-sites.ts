import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeManyBooks } from '../catalogues/many-books.ts'
import { firstBooks } from '../setup/first-books.ts'
import { prepareRun, type Product, runProduct, startProduct } from '../setup/product.ts'
import { mp3Tone } from '../setup/sounds.ts'
import { ADMIN, MANY_BOOKS, SITES_VARIABLE, type SiteName, type Sites } from './steps/sites.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The function of bin/setup.mjs that is used here. */
interface Setup {
  ensureBuilt(): Promise<void>
}

/**
 * Builds the product and starts one server per catalogue, which stop at the end. TEST_DATABASE and
 * TEST_PROCESSES choose the database and the number of processes.
 */
/**
 * Gives the first of many books a tone of 35 seconds: five for each section, of which some are free. The
 * captions of the first idea are one: its heading and its first sentence.
 */
async function addAudio(folder: string): Promise<void> {
  const cue = (from: number, to: number, text: string) =>
    `00:${String(from).padStart(2, '0')}.000 --> 00:${String(to).padStart(2, '0')}.000\n${text}`
  const cues = [2, 3, 4, 5, 6].flatMap((idea) => [
    cue(5 * idea, 5 * idea + 1, `Idea ${idea} of book 1`),
    cue(5 * idea + 1, 5 * idea + 5, 'A few plain sentences explain it'),
  ])
  const first = cue(5, 10, 'Idea 1 of book 1. A few plain sentences explain it')
  writeFileSync(join(folder, 'book-001.mp3'), await mp3Tone(35))
  writeFileSync(
    join(folder, 'book-001.vtt'),
    ['WEBVTT', cue(0, 5, 'It begins.'), first, ...cues].join('\n\n'),
  )
}

export default async function startSites(): Promise<() => Promise<void>> {
  const { ensureBuilt } = (await import(join(ROOT, 'bin/setup.mjs'))) as Setup
  await ensureBuilt()
  const endRun = await prepareRun()
  const folder = mkdtempSync(join(tmpdir(), 'readr-e2e-'))
  const manyBooks = join(folder, 'many-books')
  writeManyBooks(manyBooks, MANY_BOOKS)
  await addAudio(manyBooks)
  const preparations: Record<SiteName, string[]> = {
    content: ['migrate', '--fill', firstBooks()],
    many: ['import', manyBooks],
    empty: ['migrate'],
    awkward: ['import', join(ROOT, 'tests/catalogues/awkward')],
  }
  const running: Product[] = []
  const stop = async () => {
    await Promise.all(running.map((site) => site.stop()))
    await endRun()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const started = Object.entries(preparations).map(async ([name, prepare]) => {
      const site = await startProduct('', { RATE_LIMIT_FACTOR: '1000' }, { prepare })
      running.push(site)
      if (name === 'content') {
        const admin = ['--name', ADMIN.name, '--password', ADMIN.password, '--role', 'admin']
        await runProduct('readr', ['user', 'create', ADMIN.email, ...admin], site.variables)
      }
      return [name, site.origin] as const
    })
    const sites = Object.fromEntries(await Promise.all(started)) as unknown as Sites
    process.env[SITES_VARIABLE] = JSON.stringify(sites)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
