import { data, Form, redirect } from 'react-router'
import { readForm, submitForm } from '../../middleware/form-action.server.ts'
import { Callout } from '../ui/callout.tsx'
import {
  consentInput,
  grantCode,
  readAuthorization,
  requireDemoProvider,
} from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/identity-consent'
import { SubmitButton } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in · Readr demo' },
  { name: 'robots', content: 'noindex' },
]

const LABELS = { apple: 'Apple', google: 'Google', facebook: 'Facebook' }

function readRequest(name: string | undefined, url: URL) {
  const provider = requireDemoProvider(name)
  const asked = readAuthorization(provider, url)
  if (!asked.success) {
    const fields = asked.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw data(`Invalid sign-in request: ${fields}`, { status: 400 })
  }
  return { provider, asked: asked.data }
}

export function loader({ params, url }: Route.LoaderArgs) {
  const { provider } = readRequest(params.provider, url)
  return { label: LABELS[provider.name], saysVerified: provider.identity.by === 'token' }
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const { provider, asked } = readRequest(params.provider, url)
  const form = await readForm(request)
  // Apple returns with a posted form, the others with a redirect.
  const answer = (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ ...parameters, state: asked.state })
    const back = provider.postsBack ? `/dev/identity/${provider.name}/return` : asked.redirect_uri
    return redirect(`${back}?${query}`, 303)
  }
  if (form.get('choice') === 'cancel') return answer({ error: 'access_denied' })
  return submitForm(form, consentInput, async ({ name, email, verified }) => {
    const emailVerified = verified === 'on'
    const code = grantCode({ name, email, emailVerified }, asked)
    const [firstName, ...others] = name.split(' ')
    const user = JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email })
    return answer({ code, ...(provider.postsBack ? { user } : {}) })
  })
}

export default function ConsentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { label, saysVerified } = loaderData
  const input = actionData?.result.initialValue
  const problems = Object.values(actionData?.result.error ?? {}).flatMap((one) => one ?? [])
  return (
    <div className="wrap max-w-lg pt-10 pb-24">
      <h1 className="page-title">Sign in with {label}</h1>
      <p className="mt-3 text-soft">
        In the demo, Readr emulates {label}. Sign in as anyone you like: the same address is always
        the same person.
      </p>
      <Form method="post" noValidate className="mt-6 grid gap-5">
        {problems.length > 0 && <Callout isProblem>{problems.join(' ')}</Callout>}
        <label className="grid gap-1.5 font-semibold">
          Name
          <input
            name="name"
            className="field font-normal"
            defaultValue={textOf(input?.['name'], 'Ada Reader')}
          />
        </label>
        <label className="grid gap-1.5 font-semibold">
          Email
          <input
            name="email"
            type="email"
            className="field font-normal"
            defaultValue={textOf(input?.['email'], 'ada@example.com')}
          />
        </label>
        {saysVerified && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="verified"
              defaultChecked={input === undefined || input?.['verified'] === 'on'}
              className="size-5 accent-accent"
            />
            {label} has confirmed this address
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Continue</SubmitButton>
          <SubmitButton name="choice" value="cancel" look="quiet">
            Cancel
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}
