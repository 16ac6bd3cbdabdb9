import { cached } from '../../middleware/cache/caching.server.ts'
import { SCOPES, tokenText } from '../../accounts/rules/app-keys.ts'
import { openApiDocument } from '../../api/description.server.ts'
import type { Route } from './+types/api-docs'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

interface Parameter {
  name: string
  in: string
  description?: string
}
interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  security?: Record<string, string[]>[]
  responses: Record<string, { description: string }>
}

export const loader = cached({}, () => {
  const { paths, servers } = openApiDocument()
  const calls = Object.entries(paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as unknown as Record<string, Operation>).map(
      ([method, { operationId, summary, description, parameters, security, responses }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        description: description ?? null,
        scope: security?.find((one) => one['personalToken'])?.['personalToken']?.[0] ?? null,
        parameters: (parameters ?? []).map((p) => ({ name: p.name, text: p.description ?? '' })),
        responses: Object.entries(responses)
          .filter(([status]) => status !== 'default' && status !== '429')
          .map(([status, r]) => ({ status, text: r.description })),
      }),
    ),
  )
  return { calls, server: servers?.[0]?.url ?? '' }
})

export const meta: Route.MetaFunction = () => [
  { title: 'API · Readr' },
  {
    name: 'description',
    content: 'Readr’s JSON API: every call with its parameters and responses.',
  },
]

/** Renders text with `code` in backticks. */
function Described({ text }: { text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>))
}

export default function ApiDocsPage({ loaderData: { calls, server } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-4xl pt-10 pb-24 wrap-anywhere">
      <h1 className="page-title">API</h1>
      <p className="mt-4 text-lg text-soft">
        Responses are <code>{'{"success": true, "data": …}'}</code>, errors{' '}
        <code>{'{"success": false, "message": …, "errors": …}'}</code> with the matching HTTP
        status. Any call may answer 429 if there are too many; <code>Retry-After</code> says when to
        try again. The full description, with every schema, is at{' '}
        <TextLink href="/api/openapi.json">/api/openapi.json</TextLink> (OpenAPI 3.1).
      </p>
      <section aria-labelledby="tokens" className="mt-8">
        <h2 id="tokens" className="text-2xl">
          Personal access tokens
        </h2>
        <p className="mt-3 text-soft">
          Create one in your settings under <TextLink href="/settings/apps">Apps</TextLink>, choose
          what it may do, and send it with each call. A call answers 403 to a token if it lists no
          scope, or if the token does not have that scope.
        </p>
        <Terms terms={Object.entries(SCOPES)} />
        <pre className="mt-5 overflow-x-auto rounded-lg bg-sunk p-4 text-sm" tabIndex={0}>
          {`curl -H 'Authorization: Bearer ${tokenText('…')}' '${server}/api/books/my-list'`}
        </pre>
      </section>
      <nav aria-label="Calls" className="mt-6">
        <ul>
          {calls.map((call) => (
            <li key={call.id}>
              <a href={`#${call.id}`} className="inline-flex min-h-10 items-center gap-3">
                <code className="shrink-0 font-semibold text-accent">{call.method}</code>
                <code>{call.path}</code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map((call) => (
        <section
          key={call.id}
          aria-labelledby={call.id}
          className="mt-10 border-t border-line pt-6"
        >
          <h2 id={call.id} className="text-2xl">
            {call.summary}
          </h2>
          <p className="mt-2">
            <code className="font-semibold text-accent">{call.method}</code>{' '}
            <code>{call.path}</code>
          </p>
          {call.scope && (
            <p className="mt-2 text-soft">
              Token scope: <code>{call.scope}</code>
            </p>
          )}
          {call.description && (
            <p className="mt-3 text-soft">
              <Described text={call.description} />
            </p>
          )}
          {call.parameters.length > 0 && (
            <>
              <h3 className="mt-5 font-sans text-base">Parameters</h3>
              <Terms terms={call.parameters.map(({ name, text }) => [name, text])} />
            </>
          )}
          <h3 className="mt-5 font-sans text-base">Responses</h3>
          <Terms terms={call.responses.map(({ status, text }) => [status, text])} />
          <pre className="mt-5 overflow-x-auto rounded-lg bg-sunk p-4 text-sm" tabIndex={0}>
            {`curl${call.method === 'GET' ? '' : ` -X ${call.method}`} '${server}${call.path}'`}
          </pre>
        </section>
      ))}
    </div>
  )
}

function Terms({ terms }: { terms: [term: string, text: string][] }) {
  return (
    <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_1fr]">
      {terms.map(([term, text]) => (
        <div key={term} className="contents">
          <dt>
            <code>{term}</code>
          </dt>
          <dd className="text-soft">
            <Described text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
