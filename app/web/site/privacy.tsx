import { durationText } from '../../accounts/rules/durations.ts'
import {
  APPEARANCE_TTL_MS,
  EMAIL_CODE_TTL_MS,
  IDLE_SESSION_TTL_MS,
  KNOWN_DEVICE_TTL_MS,
  REMEMBERED_SESSION_TTL_MS,
  RESET_LINK_TTL_MS,
} from '../../accounts/rules/lifetimes.ts'
import { LONGEST_WINDOW_MS } from '../../accounts/rules/limits.ts'
import { Link } from 'react-router'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { SUPPORT_HOURS_CLAIM } from '../claims.ts'
import { LegalPage, MailLink, type LegalSection } from '../shell/legal-page.tsx'
import { OperatorAddress, type OperatorView } from './operator.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/privacy'

export const handle = { withoutScripts: true }

export function loader({ context }: Route.LoaderArgs) {
  sameForAllVisitors(context)
  const { name, address } = env().operator
  return { operator: { name, address, email: env().supportEmail }, origin: env().appUrl }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Privacy Policy · Readr',
    description:
      'What Readr stores about you, why and for how long, who else sees it, and how to download, correct or delete it. No tracking, no advertising.',
    origin: loaderData?.origin ?? '',
    path: '/privacy',
  })

export default function PrivacyPage({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What Readr knows about you, why, and how to make it forget. In short: we keep what the service needs, sell nothing, and follow no one around the web."
      updated="2026-11-22"
      sections={sections(operator)}
    />
  )
}

const sections = (operator: OperatorView): LegalSection[] => [
  {
    id: 'what-we-store',
    title: 'What we store',
    body: (
      <>
        <ul>
          <li>
            <strong>Your account:</strong> name, email address and whether you have confirmed it,
            and your password as a hash, from which it cannot be read back. If you sign in with
            Apple, Google or Facebook, the identifier that they give us for you takes the place of
            the password. With two-factor sign-in on: the key of your authenticator app, encrypted,
            and your recovery codes as hashes.
          </li>
          <li>
            <strong>Your reading:</strong> My List, the books you mark as read and when, the
            summaries you open, and the one you chose as your free summary.
          </li>
          <li>
            <strong>Your sessions:</strong> for each sign-in, when it began, when it was last used
            and when it ends, and what your browser or app says about itself.
          </li>
          <li>
            <strong>Your plan:</strong> which one, its status, dates and amounts, and your customer
            number at Stripe. Your card number goes straight to Stripe and never reaches us.
          </li>
          <li>
            <strong>That you have had the free trial or the free summary:</strong> each person gets
            one. We remember it by hashes of your email address and of the number that Stripe gives
            your card, made with a secret key. Neither can be read back from them.
          </li>
          <li>
            <strong>Mail:</strong> the letters you write to us, and our answers. What we send you by
            ourselves is about your account: codes, reset links, notices of a change. There is no
            newsletter.
          </li>
          <li>
            <strong>Counts of attempts:</strong> how often a network address or an account has tried
            to sign in, register or ask for a reset, so that nobody can guess passwords all night.
          </li>
        </ul>
        <p>
          If you read without an account, nothing of this is stored but the counts. The form on the
          contact page keeps nothing you type into it and sends it nowhere; to reach us, write to{' '}
          <MailLink email={operator.email} />.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we store it',
    body: (
      <>
        <p>
          Account, reading and plan we need to give you what you signed up for: your list on every
          device, recommendations, the summaries you pay for. Sessions and counts keep your account
          safe, which is in your interest as in ours. Records of payments the law requires.
        </p>
        <p>
          Recommendations come from counting which books are saved and read together, and what is
          trending from counting marks. Other readers see the books that result, never who read
          them.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Account, reading and plan: until you delete your account.</li>
        <li>
          That you have had the free trial or the free summary: also after you delete your account,
          for as long as we offer them. Only the hashes and the day are kept, with no name, no
          address and no card.
        </li>
        <li>
          A session: until you sign out, or after {durationText(IDLE_SESSION_TTL_MS)} without use;{' '}
          {durationText(REMEMBERED_SESSION_TTL_MS)} if you chose “Remember me”, and in the mobile
          apps.
        </li>
        <li>
          A code for your email address works for {durationText(EMAIL_CODE_TTL_MS)}, a reset link
          for {durationText(RESET_LINK_TTL_MS)}.
        </li>
        <li>
          Counts of attempts: for as long as the limit runs, which is{' '}
          {durationText(LONGEST_WINDOW_MS)} at most.
        </li>
        <li>Letters: as long as we need them to help you, or until you ask us to delete them.</li>
        <li>
          Records of payments, at Stripe and in our books: as long as tax law requires, even after
          an account is deleted.
        </li>
        <li>Copies in backups disappear when the backups are replaced by newer ones.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          We use cookies for four things. One signs you in and keeps you signed in: it ends with the
          browser, or after {durationText(REMEMBERED_SESSION_TTL_MS)} if you chose “Remember me”.
          Signing in through the mobile apps, or with Apple, Google or Facebook, uses cookies of the
          same kind. One remembers, for {durationText(KNOWN_DEVICE_TTL_MS)}, on which device you
          have signed in, so that nobody can keep you from signing in there by trying wrong
          passwords, and so that we can tell you about a sign-in on a new device. One keeps how
          pages are to look on this device, for {durationText(APPEARANCE_TTL_MS)}, once you have
          chosen it. And if you delete your account, one lets the next page say so, and is gone
          within a minute. None of them says more about you than that.
        </p>
        <p>
          The browser itself also keeps what you chose for listening and shortcuts, and when you
          signed in, so that Back shows nobody else’s page. If you keep My List on a device, its
          summaries and what you mark without a connection are stored there, until you remove them
          or sign out.
        </p>
        <p>
          There are no tracking cookies and no advertising, from us or from anyone else. Fonts,
          covers and scripts come from our own server. The one exception is the checkout, where the
          payment form is Stripe’s and may set cookies of its own to tell readers from fraudsters.
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
            <strong>Stripe</strong> takes payments. It learns your name, your email address, your
            card and your plan, and{' '}
            <a href="https://stripe.com/privacy" rel="noopener" className="text-link">
              says what it does with them
            </a>
            .
          </li>
          <li>
            <strong>Our mail provider</strong> delivers what we send, and so handles your address
            and the message.
          </li>
          <li>
            <strong>Apple, Google or Facebook</strong>, only if you sign in with one of them, learns
            that you did, and tells us your name and email address. What you read stays here.
          </li>
          <li>
            <strong>The app store</strong>, if you bought your plan in a mobile app, tells us
            whether it is paid.
          </li>
          <li>
            <strong>Our hosting provider</strong> runs the machines on which all this is stored.
          </li>
        </ul>
        <p>
          Some of them work in other countries than yours, the United States among them. Nobody else
          gets your data, unless a court or an authority lawfully demands it. We do not sell it.
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
            <strong>Download:</strong> your settings give you a copy of what we store about you.
          </li>
          <li>
            <strong>Correct:</strong> change what is wrong in your settings. What cannot be changed
            there, we change for you.
          </li>
          <li>
            <strong>Delete:</strong> Account Deletion in your settings first cancels a plan paid
            through Stripe, then removes your data, then ends every session. What stays is listed
            under “How long we keep it”. If Stripe cannot be reached, nothing is deleted and the
            page says so; try again later. A plan from an app store you cancel there first.
          </li>
          <li>
            <strong>Object:</strong> write to us if you want us to stop using something. You can
            also complain to the data protection authority where you live.
          </li>
        </ul>
        <p>All of this is free, and you need not say why.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Everything between you and us travels encrypted. Passwords are hashed with Argon2id, reset
        links too are stored only as hashes, and a link works once. A changed password ends every
        other session, and a reset ends all of them. No service is beyond attack: should one ever
        reach your data, we tell you without delay what happened and what you can do.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When this page changes, so does the date at the top. If a change means that we store more
        about you, or share it with somebody new, we write to you before it applies.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>
          {operator.name} is responsible for the data described here. Write to{' '}
          <MailLink email={operator.email} />, and we answer within {SUPPORT_HOURS_CLAIM} hours. The
          rules for using Readr are in the{' '}
          <Link to="/terms" className="text-link">
            Terms of Service
          </Link>
          .
        </p>
        <OperatorAddress operator={operator} />
      </>
    ),
  },
]
