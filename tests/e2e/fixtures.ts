import { test as base, type BrowserContext, expect } from '@playwright/test'
import { siteAddress, type SiteName } from './steps/sites.ts'

/** Collects everything that goes wrong in the browser while a test runs. */
export class Trouble {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  /** Declares trouble that the test expects. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns)
  }

  /** Everything that went wrong. */
  all(): string[] {
    return [...this.seen]
  }

  /** What went wrong and was not expected. */
  unexpected(): string[] {
    return this.seen.filter((entry) => !this.expected.some((pattern) => pattern.test(entry)))
  }

  /** Collects page errors, policy violations, failed requests, and requests to other hosts. */
  watch(context: BrowserContext, ownOrigin: string): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      this.seen.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => {
      // Leaving a page that has just appeared ends its view transition.
      if (error.error().message.startsWith('Transition was ')) return
      this.seen.push(`page error: ${error.error().stack || error.error().message}`)
    })
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== ownOrigin) {
        this.seen.push(`request to another host: ${request.url()}`)
      }
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed'
      // Leaving a page aborts its requests.
      if (reason !== 'net::ERR_ABORTED') this.seen.push(`request: ${reason} ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) {
        this.seen.push(`answer: ${response.status()} ${response.url()}`)
      }
    })
  }
}

export interface SiteOptions {
  /** Which server a test visits. */
  site: SiteName
}

interface Fixtures {
  /** Unexpected trouble fails the test. */
  trouble: Trouble
}

export const test = base.extend<SiteOptions & Fixtures>({
  site: ['content', { option: true }],
  baseURL: async ({ site }, use) => use(siteAddress(site)),
  trouble: [
    async ({ context, baseURL }, use) => {
      const trouble = new Trouble()
      trouble.watch(context, baseURL!)
      await use(trouble)
      expect(trouble.unexpected(), 'trouble in the browser').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
