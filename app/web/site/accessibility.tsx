import { shared } from '../../middleware/cache/sharing.server.ts'
import { env } from '../../platform/env.server.ts'
import { LegalPage, type LegalSection, MailLink } from '../shell/legal-page.tsx'
import { TextLink } from '../ui/controls.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/accessibility'

export const handle = { withoutScripts: true }

export const loader = shared({}, () => {
  return { email: env().supportEmail, origin: env().appUrl }
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Accessibility · Readr',
    description:
      'What we tested to make Readr accessible and how, what is known to fall short, and whom to tell about a barrier.',
    origin: loaderData?.origin ?? '',
    path: '/accessibility',
  })

export default function AccessibilityPage({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Accessibility"
      lead="We want everyone to be able to read with Readr. This page says what we tested and how, what falls short, and whom to tell."
      updated="2026-11-28"
      sections={sections(email)}
    />
  )
}

const sections = (email: string): LegalSection[] => [
  {
    id: 'goal',
    title: 'Our goal',
    body: (
      <p>
        We build Readr to meet the{' '}
        <TextLink href="https://www.w3.org/TR/WCAG22/">
          Web Content Accessibility Guidelines 2.2
        </TextLink>{' '}
        at levels A and AA. We checked this ourselves. Nobody outside has audited it, so we don’t
        claim full conformance.
      </p>
    ),
  },
  {
    id: 'tested',
    title: 'What we test, and how',
    body: (
      <>
        <p>These tests are run by a program, in Chromium, with every change of Readr:</p>
        <ul>
          <li>
            The rules of axe for WCAG 2.2, A and AA, on our public pages, the pages for signing in,
            and those of readers, subscribers, and administrators, with their messages and errors.
          </li>
          <li>
            The same pages with light and dark colors, and in a window 320 pixels wide. Nothing has
            to be scrolled sideways.
          </li>
          <li>
            Text at twice its size, on our public pages and those for signing in: none is cut off.
          </li>
          <li>
            The keyboard alone: finding, opening, and reading a book, closing it, and choosing a
            filter. The focus is always visible, and moves to what has changed.
          </li>
          <li>Every form without JavaScript.</li>
        </ul>
        <p>
          Downloads for e-readers (EPUB) are text with headings and a table of contents, and each
          file says for itself how it can be read. We checked one summary and a file of three with
          Ace by DAISY, which found no problem.
        </p>
      </>
    ),
  },
  {
    id: 'known-problems',
    title: 'What falls short',
    body: (
      <ul>
        <li>
          Readr has not been tested by people who use screen readers, magnifiers, or voice control.
          Programs find only some of the barriers.
        </li>
        <li>Safari and Firefox are not part of these tests.</li>
        <li>
          Words and phrases in other languages than English are not marked, so a screen reader may
          mispronounce them. For the same reason, our EPUB files do not claim to conform to EPUB
          Accessibility.
        </li>
        <li>
          Card numbers are entered in a form by Stripe, our payment provider. We don’t test that
          form.
        </li>
      </ul>
    ),
  },
  {
    id: 'contact',
    title: 'Tell us',
    body: (
      <p>
        If something keeps you from using Readr, write to <MailLink email={email} />. Say which page
        it was, what you wanted to do, and what you use to read, such as the browser and the screen
        reader. We’ll answer, and help you to what you need in the meantime.
      </p>
    ),
  },
]
