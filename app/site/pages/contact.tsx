import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, Form } from 'react-router'
import type { z } from 'zod'
import { readForm } from '../../middleware/form-action.server.ts'
import { env } from '../../platform/env.server.ts'
import { Field } from '../../ui/field.tsx'
import { contactForm } from '../schema.ts'
import type { Route } from './+types/contact'

export const handle = { withoutScripts: true }

export const loader = () => ({ email: env().supportEmail })

export const meta: Route.MetaFunction = () => [
  { title: 'Contact · Readr' },
  { name: 'description', content: 'Write to Readr. We answer within 24 hours.' },
]

/** Checks the form and says thank you; nothing is sent or stored. */
export async function action({ request }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: contactForm })
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), thanks: null }, { status: 400 })
  }
  return data({ result: null, thanks: submission.value.name })
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof contactForm>>({
    id: 'contact',
    lastResult: actionData?.result ?? null,
  })
  return (
    <div className="wrap max-w-2xl pt-10 pb-24">
      <h1 className="page-title">Contact</h1>
      {actionData?.thanks ? (
        <p role="status" className="mt-6 rounded-xl bg-wash px-5 py-4 text-lg">
          Thank you, {actionData.thanks}. We are glad that you wrote.
        </p>
      ) : (
        <>
          <p className="mt-4 text-lg text-soft">
            Questions about a summary, or about Readr itself? Write to{' '}
            <a href={`mailto:${loaderData.email}`} className="text-link">
              {loaderData.email}
            </a>
            . We answer within 24 hours.
          </p>
          <Form method="post" id={form.id} noValidate className="mt-8 grid gap-5">
            <Field field={fields.name} label="Name" autoComplete="name" />
            <Field field={fields.email} label="Email" type="email" autoComplete="email" />
            <Field field={fields.message} label="Message" type="textarea" />
            <button type="submit" className="button justify-self-start px-8">
              Send
            </button>
          </Form>
        </>
      )}
    </div>
  )
}
