import { shared } from '../../middleware/cache/sharing.server.ts'
import { MIN_PASSWORD_CHARS } from '../../accounts/schema/fields.ts'
import { CURRENCY_NAME } from '../../billing/rules/plans.ts'
import { env } from '../../platform/env.server.ts'
import { SUPPORT_HOURS_CLAIM } from '../marketing-claims.ts'
import {
  MONEY_BACK_DAYS_CLAIM,
  monthlyPriceClaim,
  TRIAL_DAYS_CLAIM,
  yearlyPriceClaim,
} from '../marketing-price-claims.ts'
import { LegalPage, MailLink, type LegalSection } from '../shell/legal-page.tsx'
import { OperatorAddress, type OperatorView } from './operator.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/terms'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const loader = shared({}, () => {
  const { name, address, law } = env().operator
  return {
    operator: { name, address, email: env().supportEmail },
    law,
    passwordMinChars: MIN_PASSWORD_CHARS,
    origin: env().appUrl,
  }
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Terms of Service · Readr',
    description:
      'The agreement between you and Readr in plain language: your account, the free trial, plans, canceling, refunds, and how you may use the summaries.',
    origin: loaderData?.origin ?? '',
    path: '/terms',
  })

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Terms of Service"
      lead="The agreement between you and Readr, in plain language. By creating an account or starting a plan, you accept it."
      updated="2026-11-28"
      sections={sections(loaderData)}
    />
  )
}

const sections = ({
  operator,
  law,
  passwordMinChars,
}: {
  operator: OperatorView
  law: string
  passwordMinChars: number
}): LegalSection[] => [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <>
        <p>
          Readr is a subscription service for book summaries, on the web and in mobile apps. “We”
          means {operator.name}, which runs it, and “you” means anyone who uses it. The beginning of
          every unlocked summary is free for everyone. With a free account, you may also read one
          unlocked summary of your choice in full, and keep it. A plan unlocks everything, including
          the locked summaries.
        </p>
        <OperatorAddress operator={operator} />
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          For an account, we need your name, an email address where we can reach you, and a password
          of at least {passwordMinChars} characters; a longer one is safer. Where available, you can
          sign in with Apple, Google, or Facebook instead.
        </p>
        <p>
          An account is for one person. Keep your password to yourself. If someone else may know it,
          change it: that ends every other session. You must be old enough to enter into a contract
          where you live, or have a parent or guardian agree to these terms for you.
        </p>
        <p>
          You can delete your account in your settings at any time. This first cancels a plan paid
          through Stripe, effective immediately, then removes your data, and then signs you out
          everywhere. If the plan cannot be canceled at that time, nothing is deleted, and you’ll
          see a message.
        </p>
        <p>
          We may close an account that violates these terms, for example by republishing summaries
          or attacking the service. We will tell you why by email.
        </p>
      </>
    ),
  },
  {
    id: 'free-trial',
    title: 'The free trial',
    body: (
      <p>
        Your first plan starts with {TRIAL_DAYS_CLAIM} free days of full access. You enter a payment
        method when the trial starts, and it is not charged until the trial ends, at noon UTC. If
        you cancel in your settings before the day that your order, our emails, and your settings
        name, you pay nothing; otherwise, the plan you chose begins, and its first payment is due.
        Each person gets one free trial. If your card or email address shows that you’ve already had
        yours, even with another account, no trial starts: we show you what the plan costs, and
        nothing is charged until you confirm. What you can read without a plan never requires a
        payment method.
      </p>
    ),
  },
  {
    id: 'plans',
    title: 'Plans, payment, and renewal',
    body: (
      <>
        <ul>
          <li>
            <strong>Monthly:</strong> {monthlyPriceClaim()} each month.
          </li>
          <li>
            <strong>Yearly:</strong> {yearlyPriceClaim()} each year.
          </li>
        </ul>
        <p>
          Both unlock the entire catalog. Prices are in {CURRENCY_NAME}, and Stripe processes
          payments. A plan renews automatically at the end of each month or year until you cancel
          it. If a price changes, we will email you at least 30 days before the first renewal at the
          new price. If a payment fails, we retry the card over the following days, and you can keep
          reading. If it still fails, the plan ends.
        </p>
        <p>
          You manage a plan bought in a mobile app in that app. The app store’s rules for billing,
          canceling, and refunds apply instead of ours. Cancel it there before you delete your
          account.
        </p>
      </>
    ),
  },
  {
    id: 'canceling',
    title: 'Canceling',
    body: (
      <>
        <p>You can cancel at any time in your settings, without a reason, in one of two ways:</p>
        <ul>
          <li>
            <strong>At the end of the billing period.</strong> You keep full access until the last
            day you paid for, and you are not charged again. Until that day, you can select
            Resubscribe to undo this.
          </li>
          <li>
            <strong>Immediately.</strong> Full access ends when you confirm. Canceling immediately
            does not refund the remaining days, so choose it only if you don’t want them.
          </li>
        </ul>
        <p>You keep your account, My List, and the books you marked as read, free of charge.</p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: 'The money-back guarantee',
    body: (
      <>
        <p>
          If a plan wasn’t for you, ask for your money back within {MONEY_BACK_DAYS_CLAIM} days of
          your first payment, before the day that your settings name: under Subscription in your
          settings, or by email to <MailLink email={operator.email} />. We refund everything you
          have paid since that first payment, no questions asked, and your plan ends.
        </p>
        <p>
          The guarantee and canceling are two different things. Canceling alone, in either way, does
          not refund anything; the guarantee does if you ask in time, whether or not you have
          already canceled. Each person can use it once. It does not limit any right to a refund
          that the law gives you.
        </p>
      </>
    ),
  },
  {
    id: 'changing-plans',
    title: 'Changing plans',
    body: (
      <p>
        Changing from Monthly to Yearly is an upgrade and takes effect immediately. Changing from
        Yearly to Monthly is a downgrade and takes effect at the end of the current cycle, so you
        keep the year you paid for. Until then, your settings show the next plan and its start date.
        If your plan is set to end, resubscribe before you change it.
      </p>
    ),
  },
  {
    id: 'using-summaries',
    title: 'How you may use the summaries',
    body: (
      <>
        <p>
          Read them as often as you like, print them for yourself, share links to them, and quote
          short passages with a credit.
        </p>
        <p>
          Please do not republish or sell whole summaries or large parts of them, share your
          account, or copy the catalog by automated means. The summaries are our work. Books in the
          public domain belong to everyone, and nothing here limits how you use those.
        </p>
        <p>
          A summary tells you what a book says. It does not replace the book, or the advice of a
          doctor, lawyer, or financial adviser who knows your situation.
        </p>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We aim to be available whenever you want to read, but we can’t promise that nothing ever
        breaks. We add summaries, correct them, and occasionally remove one. If we ever close Readr,
        we will tell you at least 30 days in advance and refund what you paid for the time after.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Our liability is unlimited for harm that we cause intentionally or by gross negligence, for
        injury to life and health, and in all cases where the law does not let us limit it. For
        other harm, we are liable up to the amount you paid us in the 12 months before it happened.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When we change these terms, the date at the top changes too. If a change affects your
        account or your plan, we will email you at least 30 days before it takes effect. If you do
        not agree, you can cancel before that day.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Which law applies',
    body: (
      <p>
        The law of {law} applies. As a consumer, you also keep all rights under the law of the
        country you live in, and you may go to its courts.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Email <MailLink email={operator.email} />. We answer within {SUPPORT_HOURS_CLAIM} hours. For
        what we store about you and why, see the <TextLink href="/privacy">Privacy Policy</TextLink>
        .
      </p>
    ),
  },
]
