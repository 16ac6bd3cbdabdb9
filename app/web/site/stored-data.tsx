import { MailLink } from '../shell/legal-page.tsx'
import type { OperatorView } from './operator.tsx'

/** What Readr stores about a reader, for the privacy policy. */
export function StoredData({ operator }: { operator: OperatorView }) {
  return (
    <>
      <ul>
        <li>
          <strong>Your account:</strong> name, email address and whether you have confirmed it, and
          your password as a hash that cannot be reversed. If you sign in with Apple, Google, or
          Facebook, we store the identifier they give us for you instead of a password. If you use
          two-factor sign-in: the key of your authenticator app, encrypted, and your recovery codes
          as hashes.
        </li>
        <li>
          <strong>Your reading:</strong> My List, the books you mark as read and when, the summaries
          you open and where you stopped reading or listening, the one you choose as your free
          summary, and your goal, if you set one.
        </li>
        <li>
          <strong>Your highlights and notes:</strong> the passages, your notes and tags, and when
          you changed them.
        </li>
        <li>
          <strong>Your daily review and reminders:</strong> which cards you had, how well you
          remembered them and when, your time zone, which reminders you want, and, for
          notifications, the address that your browser’s push service gave it.
        </li>
        <li>
          <strong>Your apps:</strong> the names of your app passwords, podcasts, and tokens, when
          they were last used, and the secrets as hashes. For a podcast, also hashes of the networks
          that used it in a week. If you use Send to Kindle, your Kindle’s address and what we sent
          there.
        </li>
        <li>
          <strong>Books you request:</strong> your requests and votes. Others see the request and
          its reason, but not your name. If you delete your account, your votes are deleted, and
          your requests stay without a link to you.
        </li>
        <li>
          <strong>Summaries you share:</strong> which ones you opened for friends, the name they
          see, and in how many browsers they were opened.
        </li>
        <li>
          <strong>Mistakes you report:</strong> what you wrote, about which summary, and our answer.
        </li>
        <li>
          <strong>Your sessions:</strong> for each sign-in, when it began, when it was last used,
          when it ends, and how your browser or app identifies itself.
        </li>
        <li>
          <strong>Your plan:</strong> which one, its status, dates, and amounts, and your customer
          number at Stripe. Your card number goes directly to Stripe and never reaches us.
        </li>
        <li>
          <strong>
            That you’ve had the free trial or the free summary, or used the money-back guarantee:
          </strong>{' '}
          each person gets one. We record it as hashes, made with a secret key, of your email
          address and of the number Stripe gives your card. The hashes cannot be reversed.
        </li>
        <li>
          <strong>Messages:</strong> what you write to us, and our replies. The email we send is
          about your account: codes, reset links, notices of changes. Reminders, such as the digest,
          come only if you turn them on.
        </li>
        <li>
          <strong>Counts of attempts:</strong> how often a network address or an account has tried
          to sign in, register, or request a reset, so that no one can keep guessing passwords.
        </li>
      </ul>
      <p>
        If you read without an account, we store only the counts. The form on the contact page
        stores and sends nothing you type into it; to reach us, email{' '}
        <MailLink email={operator.email} />.
      </p>
    </>
  )
}
