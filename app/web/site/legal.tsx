import { cached } from '../../middleware/cache/caching.server.ts'
import { env } from '../../platform/env.server.ts'
import { longDate } from '../../platform/long-date.ts'
import { legalText } from './legal-texts.server.ts'
import { Prose } from './prose.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/legal'

export const handle = { withoutScripts: true }

export const loader = cached({}, ({ pattern }: Route.LoaderArgs) => ({
  path: `/${pattern}`,
  origin: env().appUrl,
  ...legalText(pattern),
}))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? siteMeta({ ...loaderData, title: `${loaderData.title} · Readr` }) : []

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { title, lead, updated, sections } = loaderData
  return (
    <div className="wrap pt-10 pb-24 md:pt-16">
      <h1 className="page-title">{title}</h1>
      <div className="lead mt-5 max-w-2xl">
        <Prose nodes={lead} />
      </div>
      <p className="mt-4 text-soft">
        Last updated: <time dateTime={updated}>{longDate(updated!)}</time>
      </p>
      <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav
          aria-label="Contents"
          className="no-print self-start rounded-panel bg-sunk px-5 py-4 lg:sticky lg:top-24"
        >
          <ul className="gap-x-8 sm:columns-2 lg:columns-1">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-block py-1.5 underline-offset-4 hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-160 flex flex-col gap-11 font-serif text-[1.0625rem]/7.5">
          {sections.map(({ id, title: name, body }) => (
            <section
              key={id}
              aria-labelledby={id}
              className="flex flex-col gap-4 [&_li+li]:mt-2 [&_li]:pl-1 [&_ul]:list-disc [&_ul]:pl-5"
            >
              <h2 id={id} className="text-[1.75rem]">
                {name}
              </h2>
              <Prose nodes={body} />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
