import { cached } from '../../middleware/cache/caching.server.ts'
import { env } from '../../platform/env.server.ts'
import { ButtonLink } from '../ui/controls.tsx'
import { ArrowIcon } from '../ui/icons.tsx'
import text from './about.md?raw'
import { readProse } from './prose.server.ts'
import { Prose, type ProseElement, type ProseNode } from './prose.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/about'

export const handle = { withoutScripts: true }

export const loader = cached({}, () => ({ ...readProse(text), origin: env().appUrl }))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? siteMeta({ ...loaderData, title: 'About · Readr', path: '/about' }) : []

const entriesOf = ([list]: ProseNode[]) =>
  (list as ProseElement).children.map((item, key) => {
    const [name, ...rest] = (item as ProseElement).children
    return { key, name: (name as ProseElement).children, rest }
  })

export default function AboutPage({ loaderData: { title, lead, sections } }: Route.ComponentProps) {
  const [offer, making, classics, begin] = sections
  const heading = ({ id, title: name }: (typeof sections)[number]) => (
    <h2 id={id} className="section-title">
      {name}
    </h2>
  )
  return (
    <>
      <div className="wrap pt-10 pb-16 md:pt-16">
        <h1 className="page-title">{title}</h1>
        <div className="lead mt-6 max-w-2xl flex flex-col gap-4">
          <Prose nodes={lead} />
        </div>
      </div>
      <section className="bg-sunk py-16" aria-labelledby={offer!.id}>
        <div className="wrap">
          {heading(offer!)}
          <ul className="mt-8 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
            {entriesOf(offer!.body).map(({ key, name, rest }) => (
              <li key={key} className="border-t border-line pt-4">
                <strong className="display block text-xl">
                  <Prose nodes={name} />
                </strong>
                <span className="mt-1 block text-soft">
                  <Prose nodes={rest} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap pt-16" aria-labelledby={making!.id}>
        {heading(making!)}
        <ul className="mt-8 grid gap-x-14 gap-y-9 md:grid-cols-2">
          {entriesOf(making!.body).map(({ key, name, rest }) => (
            <li key={key} className="max-w-xl">
              <h3 className="text-xl">
                <Prose nodes={name} />
              </h3>
              <p className="mt-1.5 text-soft">
                <Prose nodes={rest} />
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap pt-16" aria-labelledby={classics!.id}>
        {heading(classics!)}
        <div className="mt-5 max-w-2xl flex flex-col gap-4 text-lg">
          <Prose nodes={classics!.body} />
        </div>
      </section>
      <section className="wrap pt-16 pb-24" aria-labelledby={begin!.id}>
        {heading(begin!)}
        <div className="mt-5 max-w-2xl text-lg">
          <Prose nodes={begin!.body} />
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/browse/books" look="large">
            Browse Books <ArrowIcon />
          </ButtonLink>
          <ButtonLink href="/contact" look="quiet" className="button-large">
            Contact us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
