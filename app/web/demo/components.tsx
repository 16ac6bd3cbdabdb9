import { data } from 'react-router'
import { subscriptionTermsOf, trialEndOf } from '../../billing/rules/compute-terms.server.ts'
import { listPlans } from '../../billing/service/list-plans.server.ts'
import { offerOf } from '../billing/plan-offer.ts'
import { checkoutPath } from '../billing/checkout-path.ts'
import { newestCards } from '../../catalogue/service/book-cards.server.ts'
import { BookCard, BookCardSkeletons } from '../catalogue/book-card.tsx'
import { bookCardView } from '../catalogue/book-card-view.ts'
import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { ThemeChoice } from '../shell/appearance.tsx'
import {
  ArrowIcon,
  BookmarkIcon,
  CheckIcon,
  CloseIcon,
  Dial,
  FilterIcon,
  LockIcon,
  LogoMark,
  MenuIcon,
  MoonIcon,
  ReadIcon,
  SearchIcon,
  SunIcon,
  SystemIcon,
} from '../ui/icons.tsx'
import { SpinningDial } from '../ui/navigation-spinner.tsx'
import { PlanStates, ReadingStates, ShelfStates } from './reading-states.tsx'
import { ButtonStates, FieldStates, CopyStates, CalloutStates } from './states.tsx'
import type { Route } from './+types/components'
import './demo.css'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta = () => [
  { title: 'Components · Readr demo' },
  { name: 'robots', content: 'noindex' },
]

const SHOWN_BOOKS = 4

// Listed one by one, so that readers' bundles do not include every icon.
const ICONS = {
  ArrowIcon,
  BookmarkIcon,
  CheckIcon,
  CloseIcon,
  FilterIcon,
  LockIcon,
  MenuIcon,
  MoonIcon,
  ReadIcon,
  SearchIcon,
  SunIcon,
  SystemIcon,
}

/** Every component in every state, only in demo mode. */
export async function loader() {
  if (!env().isDemo) throw data(null, { status: 404 })
  const newest = (await newestCards(18)).toSorted((a, b) => Number(a.locked) - Number(b.locked))
  return {
    offers: (await listPlans()).map((plan) =>
      offerOf(plan, subscriptionTermsOf(plan, { trial: true }, now()), checkoutPath(plan.id)),
    ),
    trialEnd: trialEndOf(now()),
    books: [...newest.slice(0, SHOWN_BOOKS - 1), ...newest.slice(-1)].map((book) =>
      bookCardView(book, 'visitor'),
    ),
  }
}

const COLORS = [
  'paper',
  'raised',
  'sunk',
  'ink',
  'soft',
  'line',
  'edge',
  'accent',
  'accent-deep',
  'wash',
  'lamp',
  'marker',
  'alert',
  'alert-wash',
]

const QUARTERS = ['Empty', 'A quarter', 'Half', 'Three quarters', 'Full']

export default function ComponentsPage({
  loaderData: { books, offers, trialEnd },
}: Route.ComponentProps) {
  return (
    <div className="wrap pt-10 pb-24">
      <h1 className="page-title">Components</h1>
      <p className="lead mt-3">The building blocks of all pages, in every state.</p>
      <Part title="Theme">
        <div className="max-w-84">
          <ThemeChoice />
        </div>
      </Part>
      <Part title="Colors">
        <ul className="swatches grid gap-4">
          {COLORS.map((name) => (
            <li key={name}>
              <span className="swatch block rounded-lg border border-line" data-color={name} />
              <span className="mt-1 block text-sm">{name}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <p className="display text-hero leading-none">Hero 6rem</p>
        <p className="page-title display mt-4">Page title</p>
        <p className="section-title display mt-4">Section title</p>
        <h3 className="mt-4 text-xl">Third heading</h3>
        <p className="lead mt-4 max-w-xl">A lead paragraph under a title.</p>
        <p className="mt-4 max-w-xl">
          Running text with <mark>a marked passage</mark>, <TextLink href="#type">a link</TextLink>{' '}
          and a key <kbd>j</kbd>.
        </p>
        <p className="mt-2 text-sm text-soft">Small, soft text for details.</p>
      </Part>
      <Part title="Buttons">
        <ButtonStates />
      </Part>
      <Part title="Fields">
        <FieldStates />
      </Part>
      <Part title="Callouts">
        <CalloutStates />
      </Part>
      <Part title="On this device">
        <CopyStates />
      </Part>
      <Part title="Icons">
        <ul className="flex flex-wrap gap-6">
          {QUARTERS.map((name, quarters) => (
            <li key={name} className="icon-state grid gap-1 text-xs text-soft">
              <Dial quarters={quarters as 0 | 1 | 2 | 3 | 4} className="size-10 text-ink" />
              {name}
            </li>
          ))}
          <li className="icon-state grid gap-1 text-xs text-soft">
            <LogoMark className="logo-state text-ink" />
            Logo
          </li>
        </ul>
        <ul className="mt-6 flex flex-wrap gap-5">
          {Object.entries(ICONS).map(([name, Icon]) => (
            <li key={name} className="icon-state grid gap-1 text-xs text-soft">
              <Icon className="size-6 text-ink" />
              {name.replace('Icon', '')}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Books">
        <ul className="book-grid">
          {books.map((book) => (
            <BookCard key={book.slug} book={book} eager={false} />
          ))}
        </ul>
        <h3 className="mt-10 mb-4 text-xl">On a shelf, with a reader’s marks</h3>
        <ShelfStates books={books} />
        <h3 className="mt-10 mb-4 text-xl">Loading</h3>
        <BookCardSkeletons />
        <h3 className="mt-10 mb-4 text-xl">Loading a page</h3>
        <SpinningDial />
      </Part>
      {books[0] && (
        <Part title="Reading">
          <ReadingStates book={books[0]} />
        </Part>
      )}
      <Part title="Plans">
        <PlanStates offers={offers} trialEnd={trialEnd} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="mt-14 border-t border-line pt-6">
      <h2 id={id} className="section-title mb-6">
        {title}
      </h2>
      {children}
    </section>
  )
}
