import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
import { siteAddress } from './steps/sites.ts'

/**
 * A proxy that turns one build into two: in the second, styles and fonts have other URLs, those of the
 * first are gone, and the worker's text differs.
 */
class TwoBuilds {
  build = 1
  /** Whether the server returns My List. */
  tellsList = true
  private readonly server: Server
  private readonly home: URL

  constructor(home: string) {
    this.home = new URL(home)
    this.server = createServer((asked, answer) => {
      const path = this.own(asked.url!)
      const silent = !this.tellsList && path === '/offline/list'
      if (path === null || silent) {
        asked.resume()
        answer.writeHead(silent ? 503 : 404).end()
        return
      }
      const { hostname, port } = this.home
      const { method, headers } = asked
      const options = { hostname, port, path, method, headers: { ...headers, ...PLAIN } }
      asked.pipe(
        request(options, (found) => {
          const { 'content-length': _, ...kept } = found.headers
          answer.writeHead(found.statusCode!, kept)
          void bodyOf(found).then((body) => answer.end(this.dress(body, kept['content-type'])))
        }),
      )
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** The real path of a file of this build; null: this build has no such file. */
  private own(path: string): string | null {
    const file = /^\/assets\/(second-)?([^/]+\.(?:css|woff2))$/.exec(path)
    if (!file) return path
    return (file[1] !== undefined) === (this.build === 2) ? `/assets/${file[2]}` : null
  }

  private dress(body: Buffer, type: string | undefined): Buffer | string {
    if (this.build === 1 || !/html|javascript|css|json/.test(type ?? '')) return body
    return body
      .toString()
      .replace(/(\/assets\/)([\w.-]+\.(?:css|woff2))/g, '$1second-$2')
      .replace(/(revision:[`"'])[0-9a-f]{12}/g, '$1222222222222')
      .replace(new RegExp(this.firstBuild || '$^', 'g'), '222222222222')
  }

  /** The name of the build in the worker. */
  firstBuild = ''
}

const PLAIN = { 'accept-encoding': 'identity', 'if-none-match': '' }

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const test = base.extend<{ builds: TwoBuilds }>({
  builds: async ({ site }, use) => {
    const builds = new TwoBuilds(siteAddress(site))
    await use(builds)
    builds.stop()
  },
  baseURL: async ({ builds }, use) => use(await builds.start()),
  serviceWorkers: 'allow',
})

const MY_LIST = '/browse/books/my-list'

/** The styles that the copy of a summary names, and those that are stored. */
const stylesKept = (page: Page) =>
  page.evaluate(async () => {
    const copy = await caches.match('/summaries/walden?copy=always')
    const links = ((await copy?.text()) ?? '').match(/\/assets\/[\w.-]+\.css/g) ?? []
    const named = [...new Set(links)].toSorted()
    const cache = await caches.open('readr-kept-assets')
    const here = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    return { named, here: here.filter((path) => path.endsWith('.css')).toSorted() }
  })

/** Opens the copy offline, and checks that it has its styles. */
async function readsOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.goto('/summaries/walden')
  await expect(page.getByText('This is the copy saved on this device')).toBeVisible()
  await expect(page.locator('.summary-text')).toHaveCSS('max-width', '640px')
  await page.context().setOffline(false)
}

test('a new build replaces the worker and leaves the offline copies', async ({
  page,
  context,
  builds,
  trouble,
}) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503|answer: 503/)
  await newReader(page)
  const form = { mark: 'saved', on: 'true' }
  await page.request.post('/summaries/walden/marks', { form })
  await page.goto(MY_LIST)
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByText('1 of 1 book')).toBeVisible()
  const first = await stylesKept(page)
  expect(first.named).not.toEqual([])
  expect(first.here).toEqual(first.named)

  const worker = await (await page.request.get('/service-worker.js')).text()
  builds.firstBuild = /\/offline[^}]*revision:[`"']([0-9a-f]{12})/.exec(worker)![1]!
  builds.build = 2
  builds.tellsList = false
  const open = await context.newPage()
  await open.goto('/about')
  const newWorker = () =>
    open.evaluate(async () => {
      const names = await caches.keys()
      const shell = await caches.open(names.find((name) => name.includes('precache'))!)
      const styles = (await shell.keys()).map(({ url }) => url).filter((url) => /\.css/.test(url))
      return styles.length > 0 && styles.every((url) => url.includes('/assets/second-'))
    })
  await expect.poll(newWorker).toBe(true)
  // The open page still works, and the copy of the first build opens with its own styles.
  await expect(page.getByText('1 of 1 book')).toBeVisible()
  expect(await stylesKept(page)).toEqual(first)
  await readsOffline(open)

  // After the next sync there is a copy of the second build instead.
  builds.tellsList = true
  await open.goto(MY_LIST)
  await expect(open.getByText('1 of 1 book')).toBeVisible()
  const second = first.named.map((path) => path.replace('/assets/', '/assets/second-'))
  await expect.poll(() => stylesKept(open)).toEqual({ named: second, here: second })
  await readsOffline(open)
})
