import { MIMEType } from 'node:util'
import { DomainError } from '../platform/errors.ts'
import { withoutDeadline } from '../platform/work.server.ts'

/**
 * The one place where the body of a request is read, and bounded before anything parses it: a
 * parser must not be handed input that makes it work for longer than the request is worth.
 */

/** Bytes of the body of a form or a call, at most. A name or a value is no longer than its body. */
export const BODY_MAX_BYTES = 64 * 1024
/** Fields of a form, at most; the largest form of the product has ten. */
export const FIELDS_MAX = 100
/** Characters of a field's name, at most. */
export const FIELD_NAME_MAX_CHARS = 100
/** Characters of a Content-Type, at most: reading its parameters takes quadratic time. */
const CONTENT_TYPE_MAX_CHARS = 300
/** RFC 2046, 5.1.1: at most 70 characters, none of which needs escaping between quotes. */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/
/** What is read of a body that is too large, so that the browser gets to see the answer. */
const DRAINED_MAX_BYTES = 128 * 2 ** 20

/** How much of a body is read. */
export interface BodyBounds {
  maxBytes?: number
  maxFields?: number
}

/**
 * A body as text. Bytes that are not UTF-8 become U+FFFD.
 * @throws DomainError too-large; invalid-input when the body breaks off
 */
export async function readText(request: Request): Promise<string> {
  return (await readBytes(request, BODY_MAX_BYTES)).toString('utf8')
}

/**
 * A body as JSON, whatever its Content-Type says; an empty one is an empty object.
 * @throws DomainError as readText() does; invalid-input when it is not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new DomainError('invalid-input', 'Request body must be valid JSON.')
  }
}

/**
 * A posted form, its fields unchecked. Names are not interpreted: `a[0]` is a name like any other.
 * @throws DomainError too-large; invalid-input when it is no form, cannot be read, or has too many
 * fields or too long a name
 */
export async function readFormData(
  request: Request,
  { maxBytes = BODY_MAX_BYTES, maxFields = FIELDS_MAX }: BodyBounds = {},
): Promise<FormData> {
  const type = mediaType(request.headers.get('Content-Type'))
  const bytes = await readBytes(request, maxBytes)
  return type.essence === 'multipart/form-data'
    ? withShortNames(await parseParts(bytes, type.params.get('boundary') ?? '', maxFields))
    : parsePairs(bytes, maxFields)
}

/**
 * The fields of a form that another server has a browser send, whatever its Content-Type says.
 * @throws DomainError as readFormData() does
 */
export async function readPairs(request: Request): Promise<FormData> {
  return parsePairs(await readBytes(request, BODY_MAX_BYTES), FIELDS_MAX)
}

function withShortNames(form: FormData): FormData {
  for (const name of form.keys()) {
    if (name.length > FIELD_NAME_MAX_CHARS) throw malformed('The name of a field is too long.')
  }
  return form
}

const malformed = (message: string) => new DomainError('invalid-input', message)
const tooMany = () => malformed('The form has too many fields.')

/** @throws DomainError when it is not one of the two types of forms */
function mediaType(header: string | null): MIMEType {
  if (header && header.length <= CONTENT_TYPE_MAX_CHARS) {
    const [essence = ''] = header.split(';', 1)
    if (FORM_TYPES.includes(essence.trim().toLowerCase())) return new MIMEType(header)
  }
  throw malformed(`A form must be sent as ${FORM_TYPES.join(' or ')}.`)
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The connection may break off, or the client fall silent.
  try {
    // A client that sends slowly does not use up its request's time.
    await withoutDeadline(async () => {
      for await (const chunk of request.body ?? []) {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else if (size > DRAINED_MAX_BYTES) break
      }
    })
  } catch {
    throw malformed('The request broke off.')
  }
  if (size > maxBytes) {
    throw new DomainError('too-large', `The request is larger than ${maxBytes / 1024} KB.`)
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
  if (!BOUNDARY.test(boundary)) throw malformed('The form names no boundary between its parts.')
  const delimiter = `--${boundary}`
  // The last one ends the form.
  let left = maxFields + 1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (--left < 0) throw tooMany()
  }
  // Written anew, so that the parser cannot read another boundary than the one counted above.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw malformed('The parts of the form cannot be read.')
  }
}
