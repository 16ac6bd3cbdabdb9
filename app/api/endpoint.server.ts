import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Access } from '../catalogue/rules/access.ts'
import { readJson, readPairs, readText } from '../middleware/body.server.ts'
import { mayCall } from '../middleware/cross-origin.server.ts'
import { accessOf, factsOf, sameForAllVisitors } from '../middleware/context.server.ts'
import { deviceName } from '../accounts/rules/device-name.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { DomainError } from '../platform/errors.ts'
import { log } from '../platform/log.server.ts'
import { isHttpsSite } from '../platform/own-address.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { jsonAnswer, refusal, refusalFor } from '../middleware/json-answers.server.ts'
import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What a call asks of its caller: a session, full access, or nothing. `anyone` does not even look
 * at a token that is sent along.
 */
export type Needs = 'anyone' | 'nothing' | 'session' | 'full'

/** What a call knows of its request. */
export interface Call {
  access: Access
  /** The caller; null where a call needs nothing and nobody is signed in. */
  signedIn: SignedIn | null
  clientAddress: string
  /** What the client says it is. */
  device: string
  /** A page of another origin, which is listed, makes the call over HTTPS. */
  crossSite: boolean
  /** Protocol and host as the client addressed them. */
  origin: string
  headers: Headers
  /** Sets or clears cookies with the answer. */
  setCookies(cookies: string[]): void
  params: Record<string, string | undefined>
  /** The query string, the last of equal names winning. */
  query: Record<string, string>
  /**
   * The body, parsed as JSON.
   * @throws DomainError invalid-input
   */
  body(): Promise<unknown>
  /**
   * The body as it came.
   * @throws DomainError too-large
   */
  text(): Promise<string>
  /**
   * The body of a posted form.
   * @throws DomainError too-large, invalid-input
   */
  form(): Promise<FormData>
}

/**
 * What a call answers: `data` in the envelope, or `bare`, a body of its own shape, or `location`,
 * where a browser goes on (302 unless the status says otherwise).
 */
export type Answer = (
  { data: unknown; message?: string } | { bare: unknown } | { location: string }
) & {
  status?: number
  headers?: HeadersInit
  /** The answer is the same for everybody without an account. */
  sameForAllVisitors?: boolean
}

/** Where a session is needed, there is one. */
type CallFor<N extends Needs> = N extends 'anyone' | 'nothing'
  ? Call
  : Call & { signedIn: SignedIn }

type Args = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes the loader and action of a JSON path from one table of methods, so that a method that is
 * not in it is a 405, and every error is JSON.
 */
export function endpoint<N extends Needs>(
  needs: N,
  methods: Partial<Record<Method, (call: CallFor<N>) => Promise<Answer>>>,
) {
  const allow = Object.keys(methods).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  async function respond({ request, url, params, context }: Args): Promise<Response> {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const run = methods[method as Method]
    if (!run) {
      return refusal(405, `This address does not answer ${request.method}.`, undefined, {
        Allow: allow.join(', '),
      })
    }
    try {
      const facts = factsOf(context)
      const access = accessOf(context)
      // A token that is not believed is said to be so also where none is needed: an app would take
      // the answer for visitors for its reader's. Signing in and out does not ask who is there.
      const asksWho = needs !== 'anyone' && (needs !== 'nothing' || facts.tokenProblem !== null)
      if (asksWho && !facts.signedIn) {
        throw new DomainError('unauthenticated', facts.tokenProblem ?? 'Authentication required')
      }
      if (needs === 'full' && access !== 'full') {
        throw new DomainError('forbidden', 'Subscription required')
      }
      const call: Call = {
        access,
        signedIn: facts.signedIn,
        clientAddress: facts.clientAddress,
        device: deviceName(request.headers.get('User-Agent')),
        crossSite: isHttpsSite() && mayCall(url.pathname, request.headers.get('Origin')),
        origin: url.origin,
        headers: request.headers,
        setCookies: (cookies) => void facts.cookies.push(...cookies),
        params,
        query: Object.fromEntries(url.searchParams),
        body: () => readJson(request),
        text: () => readText(request),
        form: () => readPairs(request),
      }
      const answer = await run(call as CallFor<N>)
      if ('location' in answer) {
        const headers = new Headers(answer.headers)
        headers.set('Location', answer.location)
        headers.set('Cache-Control', 'private, no-store')
        return new Response(null, { status: answer.status ?? 302, headers })
      }
      if (answer.sameForAllVisitors) sameForAllVisitors(context)
      const body =
        'bare' in answer
          ? answer.bare
          : {
              success: true,
              data: answer.data,
              ...(answer.message === undefined ? {} : { message: answer.message }),
            }
      return jsonAnswer(body, { status: answer.status ?? 200, headers: answer.headers })
    } catch (error) {
      if (!refusalOf(error) && !(error instanceof z.ZodError)) {
        log.error({ err: error, id: factsOf(context).id, path: url.pathname }, 'call failed')
      }
      return refusalFor(error)
    }
  }
  return { loader: respond, action: respond }
}
