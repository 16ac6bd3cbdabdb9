import { ButtonLink } from '../ui/controls.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/contact-sent'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [
  { title: 'Contact · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The thank-you of the contact form. It has its own address, so that reloading it sends nothing. */
export default function ContactSentPage() {
  return (
    <div className="wrap pt-10 pb-24 md:pt-14">
      <h1 className="page-title">Contact</h1>
      <Callout className="mt-8 max-w-xl text-lg">Thank you. We’re glad you wrote.</Callout>
      <p className="mt-6">
        <ButtonLink href="/browse/books">Browse Books</ButtonLink>
      </p>
    </div>
  )
}
