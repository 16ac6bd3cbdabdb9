import { cached } from '../../middleware/cache/caching.server.ts'
import { LogoMark } from '../ui/icons.tsx'
import { InlineScript } from '../ui/inline-script.tsx'
import offlineScript from '../behaviors/offline/offline.script.ts?inline-script'
import type { Route } from './+types/offline'
import './offline.css'
import { ButtonLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true, bare: true }

export const meta: Route.MetaFunction = () => [
  { title: 'You are offline · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The same for everybody. The service worker shows it instead of pages that it cannot load. */
export const loader = cached({}, () => {
  return null
})

export default function OfflinePage() {
  return (
    <div className="wrap max-w-3xl grow pb-20">
      <div className="flex min-h-16 flex-wrap items-center justify-between pt-2.5">
        <a href="/browse" className="display flex min-h-11 items-center gap-2.5 text-[1.6rem]">
          <LogoMark className="h-7.5" />
          Readr
        </a>
        <a href="/browse/books/my-list" className="bar-link">
          My List
        </a>
      </div>
      <h1 className="page-title mt-8" data-title="">
        You are offline
      </h1>
      <p className="lead mt-3" data-text="">
        This page needs an internet connection. Check yours and try again.
      </p>
      <p className="mt-6" data-again="">
        <ButtonLink href="/browse">Try Again</ButtonLink>
      </p>
      <p className="callout mt-6" role="status" data-waiting="" hidden />
      <section aria-labelledby="here" className="mt-12" data-here="" hidden>
        <h2 id="here" className="text-2xl">
          On this device
        </h2>
        <ul className="offline-books" />
      </section>
      <InlineScript code={import.meta.env.SSR ? offlineScript : ''} />
    </div>
  )
}
