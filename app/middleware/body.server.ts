import { MIMEType } from 'node:util'
import { DomainError } from '../platform/errors.ts'
import { withoutDeadline } from '../platform/database-work.server.ts'

/**
 * The only place where request bodies are read. Their size and shape are bounded before anything
 * parses them, so that no body keeps a parser busy.
 */

/** Maximum size of the body of a form or a call. */
export const MAX_BODY_BYTES = 64 * 1024
/** Maximum number of fields in a form; the largest form has ten. */
export const MAX_FIELDS = 100
/** Maximum length of a field's name. */
export const MAX_FIELD_NAME_CHARS = 100
/** Maximum length of a Content-Type: parsing its parameters takes quadratic time. */
const MAX_CONTENT_TYPE_CHARS = 300
/** RFC 2046, 5.1.1: at most 70 characters, none of which needs escaping between quotes. */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/
/** How much of a body that is too large is read: a browser shows the response only after sending. */
const MAX_DRAINED_BYTES = 128 * 2 ** 20

export interface BodyBounds {
  maxBytes?: number
  maxFields?: number
}

/**
 * A body as text. Bytes that are not UTF-8 become U+FFFD.
 * @throws DomainError too-large; invalid-input if the connection ends early
 */
export async function readBodyText(request: Request): Promise<string> {
  return (await readBytes(request, MAX_BODY_BYTES)).toString('utf8')
}

/**
 * A copy of a body, which can still be read.
 * @returns null when it may be larger than `maxBytes`, or did not arrive whole
 */
export async function copyOfBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  const length = Number(request.headers.get('Content-Length') ?? NaN)
  if (!(length <= maxBytes)) return null
  const copy = request.clone()
  return withoutDeadline(() => copy.arrayBuffer().then(Buffer.from, () => null))
}

/**
 * A body as JSON, with any Content-Type. An empty body is an empty object.
 * @throws DomainError as readBodyText() does; invalid-input if it is not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readBodyText(request)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new DomainError('invalid-input', 'Request body must be valid JSON.')
  }
}

/**
 * A posted form with unvalidated fields. Names are not interpreted: `a[0]` is just a name.
 * @throws DomainError too-large; invalid-input if it is not a form, cannot be parsed, or has too many
 * fields or too long a name
 */
export async function readFormData(
  request: Request,
  { maxBytes = MAX_BODY_BYTES, maxFields = MAX_FIELDS }: BodyBounds = {},
): Promise<FormData> {
  const type = mediaType(request.headers.get('Content-Type'))
  const bytes = await readBytes(request, maxBytes)
  return type.essence === 'multipart/form-data'
    ? withShortNames(await parseParts(bytes, type.params.get('boundary') ?? '', maxFields))
    : parsePairs(bytes, maxFields)
}

/**
 * The fields of a form that another server has the browser send, with any Content-Type.
 * @throws DomainError as readFormData() does
 */
export async function readPairs(request: Request): Promise<FormData> {
  return parsePairs(await readBytes(request, MAX_BODY_BYTES), MAX_FIELDS)
}

/**
 * The start of a body, which stays to be read as a whole. Shorter if the connection ends.
 * @param bytes at least as many, if there are; each as one character
 */
export async function readStart(request: Request, bytes: number): Promise<string> {
  const reader = request.clone().body?.getReader()
  let start = ''
  try {
    await withoutDeadline(async () => {
      for (let isDone = !reader; !isDone && start.length < bytes;) {
        const { done, value } = await reader!.read()
        isDone = done
        start += Buffer.from(value ?? []).toString('latin1', 0, bytes)
      }
    })
  } catch {
    // Reading the whole body fails too.
  }
  // Its end is not awaited: that is when the whole body was read.
  void reader?.cancel()
  return start
}

function withShortNames(form: FormData): FormData {
  for (const name of form.keys()) {
    if (name.length > MAX_FIELD_NAME_CHARS)
      throw malformed('A field name is too long. Please go back and try again.')
  }
  return form
}

const malformed = (message: string) => new DomainError('invalid-input', message)
const tooMany = () => malformed('The form has too many fields. Please go back and try again.')

/** @throws DomainError if it is not one of the two form types */
function mediaType(header: string | null): MIMEType {
  if (header && header.length <= MAX_CONTENT_TYPE_CHARS && isFormType(header)) {
    return new MIMEType(header)
  }
  throw malformed(`A form must be sent as ${FORM_TYPES.join(' or ')}.`)
}

function isFormType(header: string): boolean {
  const [essence = ''] = header.split(';', 1)
  return FORM_TYPES.includes(essence.trim().toLowerCase())
}

export const isForm = ({ headers }: Request) => isFormType(headers.get('Content-Type') ?? '')

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // A slow upload does not count toward the request's deadline.
    await withoutDeadline(async () => {
      for await (const chunk of request.body ?? []) {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else if (size > MAX_DRAINED_BYTES) break
      }
    })
  } catch {
    throw malformed('The connection ended before the whole request arrived. Please try again.')
  }
  if (size > maxBytes) {
    throw new DomainError(
      'too-large',
      `The request is larger than ${maxBytes / 1024} KB. Please shorten it and try again.`,
    )
  }
  return Buffer.concat(chunks)
}

function parsePairs(bytes: Buffer, maxFields: number): FormData {
  const text = bytes.toString('utf8')
  if (text.split('&', maxFields + 1).length > maxFields) throw tooMany()
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value)
  return withShortNames(form)
}

async function parseParts(
  bytes: Buffer<ArrayBuffer>,
  boundary: string,
  maxFields: number,
): Promise<FormData> {
  if (!BOUNDARY.test(boundary)) throw malformed('The form has no valid multipart boundary.')
  const delimiter = `--${boundary}`
  // One more than fields: the last boundary ends the form.
  let left = maxFields + 1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (--left < 0) throw tooMany()
  }
  // A new header, so that the parser uses exactly the boundary that was counted above.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw malformed('The form cannot be read. Please go back and try again.')
  }
}
