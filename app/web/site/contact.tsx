import { cached } from '../../middleware/cache/caching.server.ts'
import { useForm } from '@conform-to/react'
import { redirect } from 'react-router'
import type { z } from 'zod'
import { readForm, submitForm } from '../../middleware/form-action.server.ts'
import { env } from '../../platform/env.server.ts'
import { Field } from '../ui/field.tsx'
import { focusFirstError } from '../ui/field-form.tsx'
import { SUPPORT_HOURS_CLAIM } from '../marketing-claims.ts'
import { contactForm } from './contact-schema.ts'
import { operatorAddress } from './prose.server.ts'
import { Prose } from './prose.tsx'
import { siteMeta } from './site-meta.ts'
import type { Route } from './+types/contact'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const loader = cached({}, () => ({ address: operatorAddress(), origin: env().appUrl }))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta({
    title: 'Contact · Readr',
    description: `Write to Readr. We answer within ${SUPPORT_HOURS_CLAIM} hours.`,
    origin: loaderData?.origin ?? '',
    path: '/contact',
  })

/** Checks the form and thanks the reader; nothing is sent or stored. */
export async function action({ request }: Route.ActionArgs) {
  return submitForm(await readForm(request), contactForm, async () =>
    redirect('/contact/sent', 303),
  )
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof contactForm>>({
    id: 'contact',
    lastResult: actionData?.result ?? null,
  })
  const { address } = loaderData
  // By name: each access to a field returns another object.
  const focus = focusFirstError([fields.name, fields.email, fields.message])
  return (
    <div className="wrap pt-10 pb-24 md:pt-14">
      <h1 className="page-title">Contact</h1>
      <div className="mt-8 grid grid-cols-1 gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <div>
          <p className="lead">
            Questions about a summary, or about Readr itself? We answer within {SUPPORT_HOURS_CLAIM}{' '}
            hours.
          </p>
          <PostForm id={form.id} noValidate className="mt-8 grid gap-5">
            <Field field={fields.name} label="Name" autoComplete="name" {...focus(fields.name)} />
            <Field
              field={fields.email}
              label="Email"
              type="email"
              autoComplete="email"
              {...focus(fields.email)}
            />
            <Field
              field={fields.message}
              label="Message"
              type="textarea"
              {...focus(fields.message)}
            />
            <SubmitButton look="large" className="justify-self-start">
              Send
            </SubmitButton>
          </PostForm>
        </div>
        <section aria-labelledby="letters" className="border-t-2 border-ink pt-5 lg:self-start">
          <h2 id="letters" className="text-2xl">
            Or write to us directly
          </h2>
          <div className="mt-4">
            <Prose nodes={[address]} />
          </div>
          <p className="mt-5 text-soft">
            Manage your plan in your <TextLink href="/settings">settings</TextLink>. The{' '}
            <TextLink href="/privacy">Privacy Policy</TextLink> explains what we store about you.
          </p>
        </section>
      </div>
    </div>
  )
}
