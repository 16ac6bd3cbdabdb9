import { shared } from '../../middleware/cache/sharing.server.ts'
import { env } from '../../platform/env.server.ts'
import { durationText } from '../../accounts/rules/duration-text.ts'
import {
  APPEARANCE_TTL_MS,
  EMAIL_CODE_TTL_MS,
  IDLE_SESSION_TTL_MS,
  KNOWN_DEVICE_TTL_MS,
  REMEMBERED_SESSION_TTL_MS,
  RESET_LINK_TTL_MS,
  TYPED_TTL_MS,
} from '../../accounts/rules/lifetimes.ts'
import { OPENED_BOOK_TTL_MS } from '../../catalogue/rules/book-of-the-day.ts'
import { LONGEST_WINDOW_MS } from '../../accounts/rules/rate-limits.ts'
import { SUPPORT_HOURS_CLAIM } from '../marketing-claims.ts'
import { LegalPage, MailLink, type LegalSection } from '../shell/legal-page.tsx'
import { OperatorAddress, type OperatorView } from './operator.tsx'
import { siteMeta } from './site-meta.ts'
import { StoredData } from './stored-data.tsx'
import type { Route } from './+types/privacy'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const loader = shared({}, () => {
  const { name, address } = env().operator
  return { operator: { name, address, email: env().supportEmail }, origin: env().appUrl }
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Privacy Policy · Readr',
    description:
      'What Readr stores about you, why, and for how long, who else sees it, and how to download, correct, or delete it. No tracking, no advertising.',
    origin: loaderData?.origin ?? '',
    path: '/privacy',
  })

export default function PrivacyPage({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What Readr knows about you, why, and how to delete it. In short: we keep what the service needs, sell nothing, and don’t track you around the web."
      updated="2026-11-23"
      sections={sections(operator)}
    />
  )
}

const sections = (operator: OperatorView): LegalSection[] => [
  {
    id: 'what-we-store',
    title: 'What we store',
    body: <StoredData operator={operator} />,
  },
  {
    id: 'why',
    title: 'Why we store it',
    body: (
      <>
        <p>
          We need your account, reading, and plan to give you what you signed up for: My List on
          every device, recommendations, and the summaries you pay for. Sessions and counts keep
          your account safe, which is in your interest and ours. The law requires payment records.
        </p>
        <p>
          To make recommendations, we count which books are saved and read together. To find
          trending books, we count recent activity. Other readers see the resulting books, never who
          read them.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Account, reading, and plan: until you delete your account.</li>
        <li>
          That you’ve had the free trial or the free summary, or used the money-back guarantee: even
          after you delete your account, for as long as we offer them. We keep only the hashes and
          the date, with no name, address, or card.
        </li>
        <li>
          A session: until you log out, or after {durationText(IDLE_SESSION_TTL_MS)} without use;{' '}
          {durationText(REMEMBERED_SESSION_TTL_MS)} if you chose “Remember me”, and in the mobile
          apps.
        </li>
        <li>
          A code for your email address works for {durationText(EMAIL_CODE_TTL_MS)}, a reset link
          for {durationText(RESET_LINK_TTL_MS)}.
        </li>
        <li>
          Counts of attempts: for as long as the limit lasts, at most{' '}
          {durationText(LONGEST_WINDOW_MS)}.
        </li>
        <li>Messages: as long as we need them to help you, or until you ask us to delete them.</li>
        <li>
          Payment records, at Stripe and in our books: as long as tax law requires, even after you
          delete your account.
        </li>
        <li>Copies in backups: until newer backups replace them.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          We use cookies for seven things. One keeps you signed in: it ends when you close the
          browser, or after {durationText(REMEMBERED_SESSION_TTL_MS)} if you chose “Remember me”.
          The mobile apps, and signing in with Apple, Google, or Facebook, use the same kind of
          cookie. One remembers for {durationText(KNOWN_DEVICE_TTL_MS)} which devices you’ve signed
          in on, so that no one can lock you out there by trying wrong passwords, and so that we can
          alert you when someone signs in on a new device. One stores how you want pages to look on
          this device, for {durationText(APPEARANCE_TTL_MS)}. One says that you opened today’s read,
          so that you can finish it the next day, and is kept for {durationText(OPENED_BOOK_TTL_MS)}
          . One says that you opened a summary that a friend shared with you, so that each browser
          is counted once, until the link ends. If a form is sent after you were signed out, one
          keeps what you typed there, encrypted, for {durationText(TYPED_TTL_MS)}, until you have
          signed in and sent it. And if you delete your account, one lets the next page confirm it,
          and disappears within a minute. They contain nothing else about you.
        </p>
        <p>
          Your browser also stores your listening and shortcut settings, and when you signed in, so
          that Back never shows someone else’s page. If you save My List on a device, its summaries,
          and what you mark while offline, are stored there until you remove them or log out.
        </p>
        <p>
          There are no tracking cookies and no advertising, from us or from anyone else. Fonts,
          covers, and scripts come from our own server. The one exception is the checkout: its
          payment form is Stripe’s, which may set cookies to detect fraud.
        </p>
      </>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else sees it',
    body: (
      <>
        <ul>
          <li>
            <strong>Stripe</strong> processes payments. It receives your name, email address, card,
            and plan, and{' '}
            <TextLink href="https://stripe.com/privacy" rel="noopener">
              explains how it uses them
            </TextLink>
            .
          </li>
          <li>
            <strong>Our email provider</strong> delivers what we send, so it handles your address
            and our messages.
          </li>
          <li>
            <strong>Apple, Google, or Facebook</strong>, only if you sign in with it, learns that
            you did, and gives us your name and email address. It does not learn what you read.
          </li>
          <li>
            <strong>The app store</strong>, if you bought your plan in a mobile app, tells us
            whether the plan is paid.
          </li>
          <li>
            <strong>Amazon</strong>, only if you send summaries to your Kindle, receives them.
          </li>
          <li>
            <strong>Your browser’s push service</strong>, only if you turn on notifications,
            delivers them in encrypted form.
          </li>
          <li>
            <strong>Our hosting provider</strong> runs the servers that store all of this.
          </li>
        </ul>
        <p>
          Some of them operate in countries other than yours, including the United States. No one
          else gets your data unless a court or an authority lawfully demands it. We do not sell it.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <ul>
          <li>
            <strong>Download:</strong> get a copy of what we store about you in your settings.
          </li>
          <li>
            <strong>Correct:</strong> fix anything that is wrong in your settings. If something
            can’t be changed there, we’ll change it for you.
          </li>
          <li>
            <strong>Delete:</strong> Account Deletion in your settings first cancels a plan paid
            through Stripe, then removes your data, then ends every session. “How long we keep it”
            lists what remains. If Stripe cannot be reached, nothing is deleted, and you’ll see a
            message; try again later. If you bought your plan in an app store, cancel it there
            first.
          </li>
          <li>
            <strong>Object:</strong> write to us if you want us to stop using something. You can
            also complain to the data protection authority where you live.
          </li>
        </ul>
        <p>All of this is free, and you don’t have to give a reason.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Everything between you and us is encrypted. Passwords are hashed with Argon2id, reset links
        are also stored only as hashes, and each link works once. Changing your password ends every
        other session, and resetting it ends all of them. No service is immune to attack: if one
        ever exposes your data, we will promptly tell you what happened and what you can do.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When this page changes, so does the date at the top. If we are going to store more about
        you, or share it with anyone new, we will email you before the change takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>
          {operator.name} is responsible for the data described here. Email{' '}
          <MailLink email={operator.email} />; we answer within {SUPPORT_HOURS_CLAIM} hours. The
          rules for using Readr are in the <TextLink href="/terms">Terms of Service</TextLink>.
        </p>
        <OperatorAddress operator={operator} />
      </>
    ),
  },
]
