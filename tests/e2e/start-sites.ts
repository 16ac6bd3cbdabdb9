import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeManyBooks } from '../catalogues/many-books.ts'
import { firstBooks } from '../setup/first-books.ts'
import { prepareRun, type Product, runProduct, startProduct } from '../setup/product.ts'
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
export default async function startSites(): Promise<() => Promise<void>> {
  const { ensureBuilt } = (await import(join(ROOT, 'bin/setup.mjs'))) as Setup
  await ensureBuilt()
  const endRun = await prepareRun()
  const folder = mkdtempSync(join(tmpdir(), 'readr-e2e-'))
  const manyBooks = join(folder, 'many-books')
  writeManyBooks(manyBooks, MANY_BOOKS)
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
