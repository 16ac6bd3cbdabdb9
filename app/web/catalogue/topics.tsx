import { SITE_PREVIEW_IMAGE, topicPath, TOPICS_PATH } from '../../catalogue/rules/addresses.ts'
import { topicsWithCounts } from '../../catalogue/service/count-books.server.ts'
import { env } from '../../platform/env.server.ts'
import { cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/topics'

export const handle = { bottomBar: true, withoutScripts: true }

export const loader = cachedPage({}, async () => ({
  data: { topics: await topicsWithCounts(), origin: env().appUrl },
  reader: async () => null,
}))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: 'Topics · Readr',
        description: 'What the books on Readr are about: find a summary by its subject.',
        url: loaderData.origin + TOPICS_PATH,
        image: loaderData.origin + SITE_PREVIEW_IMAGE,
        imageAlt: 'Readr: the ideas of great books',
      })
    : [{ title: 'Topics · Readr' }]

export default function TopicsPage({ loaderData: { topics } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-6 pb-24 md:pt-10">
      <HubTabs hub="Books" />
      <h1 className="page-title">Topics</h1>
      <ul className="mt-6 gap-x-[min(4rem,5vw)] [columns:2_8rem]">
        {topics.map(({ slug, label, count }) => (
          <li key={slug} className="break-inside-avoid">
            <a
              href={topicPath(slug)}
              className="flex min-h-11 items-center justify-between gap-3 hover:underline"
            >
              {label}
              <span className="text-sm text-soft">
                {count}
                <span className="sr-only">{count === 1 ? ' book' : ' books'}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <BottomBar />
    </div>
  )
}
