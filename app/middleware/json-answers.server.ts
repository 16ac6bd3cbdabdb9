import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { z } from 'zod'
import { refusalOf } from '../platform/unavailable.server.ts'

export interface ErrorBody {
  success: false
  message: string
  errors?: Record<string, string[]>
}

export const NO_SUCH_CALL = 'Unknown API path. See /api/docs.'
const SERVER_FAULT = 'Something went wrong on our end. Please try again later.'

const JSON_TYPE: [string, string] = ['Content-Type', 'application/json; charset=utf-8']

export function streamedAnswer(pieces: AsyncIterable<string>): Response {
  const body = Readable.from(inEnvelope(pieces))
  return new Response(createReadableStreamFromReadable(body), { headers: [JSON_TYPE] })
}

async function* inEnvelope(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":'
  yield* pieces
  yield '}'
}

export function jsonAnswer(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers)
  headers.set(...JSON_TYPE)
  return new Response(JSON.stringify(body), { ...init, headers })
}

export function refusal(
  status: number,
  message: string,
  errors?: Record<string, string[]>,
  headers?: HeadersInit,
): Response {
  const body: ErrorBody = { success: false, message, ...(errors ? { errors } : {}) }
  return jsonAnswer(body, { status, headers: { 'Cache-Control': 'private, no-store', ...headers } })
}

/** An error that a call threw, as JSON. Unexpected errors do not reveal their cause. */
export function refusalFor(error: unknown): Response {
  const known = refusalOf(error)
  if (known) return refusal(known.status, known.message, known.fields, known.headers)
  if (error instanceof z.ZodError) {
    const errors: Record<string, string[]> = {}
    for (const issue of error.issues) {
      const field = issue.path.join('.') || 'body'
      ;(errors[field] ??= []).push(issue.message)
    }
    return refusal(
      400,
      error.issues[0]?.message ??
        'We could not understand the request. Please check it and try again.',
      errors,
    )
  }
  return refusal(500, SERVER_FAULT)
}
