import { Link } from 'react-router'
import { CURRENCY_NAME } from '../../billing/rules/plans.ts'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import {
  MONEY_BACK_DAYS_CLAIM,
  MONTHLY_PRICE_CLAIM,
  SUPPORT_HOURS_CLAIM,
  TRIAL_DAYS_CLAIM,
  YEARLY_PRICE_CLAIM,
} from '../claims.ts'
import { LegalPage, MailLink, type LegalSection } from '../shell/legal-page.tsx'
import { OperatorAddress, type OperatorView } from './operator.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/terms'

export const handle = { withoutScripts: true }

export function loader({ context }: Route.LoaderArgs) {
  sameForAllVisitors(context)
  const { name, address, law } = env().operator
  return { operator: { name, address, email: env().supportEmail }, law, origin: env().appUrl }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Terms of Service · Readr',
    description:
      'The agreement between you and Readr in plain words: account, free trial, plans, canceling, refunds, and what you may do with the summaries.',
    origin: loaderData?.origin ?? '',
    path: '/terms',
  })

export default function TermsPage({ loaderData: { operator, law } }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Terms of Service"
      lead="The agreement between you and Readr, in plain words. By opening an account or starting a plan you accept it."
      updated="2026-11-21"
      sections={sections(operator, law)}
    />
  )
}

const sections = (operator: OperatorView, law: string): LegalSection[] => [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <>
        <p>
          Readr is a subscription service for book summaries, on the web and in mobile apps. Here
          “we” means {operator.name}, which runs it, and “you” means anyone who reads with us. The
          beginning of every open summary is free for all. With a free account you may also read one
          open summary of your choice in full, and keep it. A plan opens everything, the locked
          summaries included.
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
          For an account we need your name, an email address at which you can be reached, and a
          password of at least six characters; more is safer. Where we offer it, you can sign in
          with Apple, Google or Facebook instead.
        </p>
        <p>
          An account is for one person. Keep the password to yourself. If somebody else may know it,
          change it: every other session ends with the change. You must be old enough to make a
          contract where you live, or have a parent or guardian agree to these terms for you.
        </p>
        <p>
          You can delete your account in your settings at any time. This cancels a plan paid through
          Stripe first, at once, then removes your data, and then signs you out everywhere. If the
          plan cannot be canceled at that moment, nothing is deleted, and the page tells you so.
        </p>
        <p>
          We may close an account that is used against these terms, for instance to republish
          summaries or to break into the service. We tell you why by email.
        </p>
      </>
    ),
  },
  {
    id: 'free-trial',
    title: 'The free trial',
    body: (
      <p>
        Your first plan begins with {TRIAL_DAYS_CLAIM} days free of charge, in which everything is
        open. You give a payment method when the trial starts, and nothing is taken from it until
        the trial ends. Cancel the trial in your settings before then and you pay nothing; otherwise
        the plan you chose begins, and its first payment is due. Each person has one free trial. If
        your card or email address shows that you have had yours, maybe with another account, no
        trial starts: we show you what the plan costs, and nothing is charged until you confirm it.
        What you can read without a plan needs no payment method at all.
      </p>
    ),
  },
  {
    id: 'plans',
    title: 'Plans, payment and renewal',
    body: (
      <>
        <ul>
          <li>
            <strong>Monthly:</strong> {MONTHLY_PRICE_CLAIM} each month.
          </li>
          <li>
            <strong>Yearly:</strong> {YEARLY_PRICE_CLAIM} each year.
          </li>
        </ul>
        <p>
          Both open the whole catalog; prices are in {CURRENCY_NAME}, and payment goes through
          Stripe. A plan renews by itself at the end of each month or year until you cancel it.
          Before a price changes, we write to you at least 30 days ahead of the renewal it first
          applies to. If a payment fails, the card is tried again over the following days and you
          can go on reading; if it still cannot be collected, the plan ends.
        </p>
        <p>
          A plan bought in a mobile app is managed in that app. For its billing, canceling and
          refunds the rules of the app store apply in place of ours, and you end it there before you
          delete your account.
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
            <strong>At the end of the period.</strong> You keep full access until the last day you
            have paid for, and nothing more is charged. Until that day you can take it back with
            Resubscribe.
          </li>
          <li>
            <strong>At once.</strong> Full access ends when you confirm. Canceling at once does not
            bring a refund for the days left, so choose it only if you do not want them.
          </li>
        </ul>
        <p>Your account stays, with your list and your read marks, and costs nothing.</p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: 'The money-back guarantee',
    body: (
      <>
        <p>
          If a plan was not for you, write to <MailLink email={operator.email} /> within{' '}
          {MONEY_BACK_DAYS_CLAIM} days of your first payment. We return that payment in full and ask
          for no reason. The plan ends with it, if it is still running.
        </p>
        <p>
          The guarantee and canceling are two different things. Canceling, in either way, sends no
          money back by itself; the guarantee does, when you ask for it in time, and it makes no
          difference whether or how you have canceled before. It covers your first payment, once for
          each reader, and not the renewals after it. Rights to a refund that the law gives you
          remain yours.
        </p>
      </>
    ),
  },
  {
    id: 'changing-plans',
    title: 'Changing plans',
    body: (
      <p>
        From Monthly to Yearly is an upgrade and takes effect at once. From Yearly to Monthly is a
        downgrade and takes effect at the end of the current cycle, so that you keep the year you
        have paid for. Until then your settings show which plan follows, and on which date. A plan
        that is set to end has to be resumed before it can be changed.
      </p>
    ),
  },
  {
    id: 'using-summaries',
    title: 'What you may do with the summaries',
    body: (
      <>
        <p>
          Read them as often as you like, print them for yourself, send anyone the address of one,
          and quote short passages if you say where they come from.
        </p>
        <p>
          Please do not republish or sell whole summaries or large parts of them, pass your account
          around, or copy the catalog by machine. The summaries are our work. The books in the
          public domain belong to everyone, and nothing here limits what you do with those.
        </p>
        <p>
          A summary tells you what a book says. It does not replace the book, nor the advice of a
          doctor, a lawyer or a financial adviser who knows your case.
        </p>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We mean to be there whenever you want to read, but cannot promise that nothing ever breaks.
        We add summaries, correct them, and now and then withdraw one. Should we close Readr, we
        tell you at least 30 days before and return what you have paid for the time after.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        We are liable without limit for harm that we cause on purpose or by gross negligence, for
        injury to life and health, and wherever the law does not let us limit it. For other harm we
        are liable up to the amount you paid us in the twelve months before it happened.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When we change these terms, the date at the top changes too. A change that matters to your
        account or your plan we announce by email at least 30 days before it applies. If you do not
        agree with it, you can cancel before that day.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Which law applies',
    body: (
      <p>
        The law of {law} applies. As a consumer you also keep every right that the law of the
        country you live in gives you, and may go to its courts.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Write to <MailLink email={operator.email} />. We answer within {SUPPORT_HOURS_CLAIM} hours.
        What we store about you, and why, is in the{' '}
        <Link to="/privacy" className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
    ),
  },
]
