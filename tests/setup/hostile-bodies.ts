import fc from 'fast-check'

/** A request body that no browser and no app sends. */
export interface HostileBody {
  what: string
  type: string
  bytes: Buffer<ArrayBuffer>
}

/** As much as the product reads of a body, in bytes. */
const FULL_BYTES = 60_000

const PAIRS = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const partsWith = (boundary: string) => `multipart/form-data; boundary=${boundary}`

const body = (what: string, type: string, content: string | Buffer<ArrayBuffer>): HostileBody => ({
  what,
  type,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})

/** Fields of forms and calls of the product. */
export const KNOWN_FIELDS = [
  'bookId',
  'code',
  'cover',
  'email',
  'event',
  'files',
  'intent',
  'mark',
  'message',
  'name',
  'newEmail',
  'newPassword',
  'oldPassword',
  'password',
  'planId',
  'provider',
  'section',
  'slug',
  'source',
  'terms',
  'ticket',
  'until',
]

/** Text with which regular expressions, normalization, or comparisons may be slow. */
const SLOW_TEXTS: Record<string, string> = {
  letters: 'a',
  dots: 'a.',
  'at signs': 'a@',
  dashes: '-',
  spaces: ' ',
  'line breaks': '\r\n',
  digits: '9',
  'piled-up accents': '\u0301\u0323',
  NUL: '\0',
  'half a pair': '\ud800',
}

const filled = (text: string) => text.repeat(FULL_BYTES / Buffer.byteLength(text))
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const part = (name: string, value: string, headers = '', boundary = 'b') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}\r\n`
const parts = (...all: string[]) => `${all.join('')}--b--\r\n`

/** Nested objects or lists. */
const deep = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}0${close.repeat(depth)}`

const allFields = (value: string) =>
  `{${KNOWN_FIELDS.map((name) => `"${name}":${value}`).join(',')}}`

/** The worst bodies that we can think of. The first one fails quickly, without freezing the machine. */
export const worstBodies: HostileBody[] = [
  body('a sparse array', PAIRS, 'a[10000000]=x'),
  body('sparse arrays in known fields', PAIRS, KNOWN_FIELDS.map((f) => `${f}[300000]=x`).join('&')),
  body(
    'an intent of the form library',
    PAIRS,
    encoded({
      __intent__: '{"type":"update","payload":{"name":"email[3000000]","value":"x"}}',
      __state__: '{"key":{"a[3000000]":"x"}}',
    }),
  ),
  body('the attack', PAIRS, 'a[99999999]=x'),
  body('an index of a billion', PAIRS, 'email[1000000000]=x&a[0][1000000000]=x'),
  body('names 20,000 deep, by dots', PAIRS, `a${'.b'.repeat(20_000)}=x`),
  body('names 20,000 deep, by brackets', PAIRS, `email${'[0]'.repeat(20_000)}=x`),
  body('names 20,000 deep, by lists', PAIRS, `a${'[]'.repeat(20_000)}=x`),
  body('unnamed fields', PAIRS, filled('&')),
  body('thousands of fields', PAIRS, filled('a&')),
  body('thousands of list entries', PAIRS, filled('a[]=&')),
  body('a known field thousands of times', PAIRS, filled('email=x&')),
  body('a key thousands of times', PAIRS, filled('key&')),
  body('ninety indexes', PAIRS, Array.from({ length: 90 }, (_, i) => `a[${i}e7]=x`).join('&')),
  body('prototypes', PAIRS, '__proto__[a]=1&__proto__.b=1&constructor.prototype.c=1&toString=1'),
  body('names with NUL', PAIRS, 'a%00[1000000000]=x&email%00=x&%00=x'),
  body('invalid UTF-8', PAIRS, Buffer.from(filled('a=\xff\xfe&').slice(0, 100), 'latin1')),
  body('broken percent signs', PAIRS, `email=${filled('%')}`),
  body('another charset', `${PAIRS}; charset=utf-16`, Buffer.from('a[3000000]=x', 'utf16le')),
  body('a type of spaces', `${PAIRS};${' '.repeat(10_000)}x`, 'a=b'),
  body('a type of parameters', `${PAIRS};${'a=b;'.repeat(2500)}`, 'a=b'),
  ...Object.entries(SLOW_TEXTS).flatMap(([what, text]) => [
    body(`${what} in every field`, PAIRS, encodedFields(text)),
    ...['email', 'name', 'code'].map((name) =>
      body(`${what} in ${name}`, partsWith('b'), parts(part(name, filled(text).slice(0, 50_000)))),
    ),
    body(`${what} as JSON`, JSON_TYPE, fieldsAsJson(text)),
  ]),
  body('a thousand parts', partsWith('b'), parts(...Array<string>(900).fill(part('f', 'x')))),
  body(
    'ninety files',
    partsWith('b'),
    parts(...Array<string>(90).fill(part('files', 'x', '; filename="a.md"'))),
  ),
  body('a sparse part', partsWith('b'), parts(part('files[3000000]', 'x'), part('a[3000000]', ''))),
  body(
    'a file as a password',
    partsWith('b'),
    parts(part('password', 'x', '; filename="../../a\\0.md"')),
  ),
  body('a long header', partsWith('b'), parts(part('a', 'x', `\r\nX-A: ${'x'.repeat(50_000)}`))),
  body('thousands of headers', partsWith('b'), parts(part('a', 'x', '\r\nX-A: b'.repeat(6000)))),
  body('a long part name', partsWith('b'), parts(part('n'.repeat(50_000), 'x'))),
  body('a part name of indexes', partsWith('b'), parts(part('email' + '[0]'.repeat(15_000), 'x'))),
  body('parts without a boundary', 'multipart/form-data', parts(part('a', 'x'))),
  body(
    'parts with a long boundary',
    partsWith('b'.repeat(10_000)),
    part('a', 'x', '', 'b'.repeat(10_000)),
  ),
  body('parts that never end', partsWith('b'), part('a', filled('--'))),
  body('nothing but boundaries', partsWith('b'), filled('--b\r\n')),
  body('nearly boundaries', partsWith('b'.repeat(70)), filled(`\r\n--${'b'.repeat(69)}`)),
  body('deep lists', JSON_TYPE, deep(10_000, '[', ']')),
  body('deep objects', JSON_TYPE, deep(10_000, '{"a":', '}')),
  body('deep lists in every field', JSON_TYPE, allFields(deep(1000, '[', ']'))),
  body('objects in every field', JSON_TYPE, allFields('{"0":1,"length":1000000000}')),
  body(
    'prototypes as JSON',
    JSON_TYPE,
    '{"__proto__":{"email":"x"},"constructor":{"prototype":{"a":1}}}',
  ),
  body('numbers beyond numbers', JSON_TYPE, allFields('1e400')),
  body('a long number', JSON_TYPE, allFields('9'.repeat(2000))),
  body(
    'thousands of keys',
    JSON_TYPE,
    `{${Array.from({ length: 6000 }, (_, i) => `"${i}":1`).join(',')}}`,
  ),
  body('a key thousands of times', JSON_TYPE, `{${filled('"a":1,')}"a":1}`),
  body(
    'a list of a billion, as JSON',
    JSON_TYPE,
    '{"email[1000000000]":"x","email":[],"length":1e9}',
  ),
  body('half of JSON', JSON_TYPE, deep(25_000, '[', '')),
  body('text', 'text/plain', 'a[3000000]=x'),
  body('nothing', PAIRS, ''),
]

/** The body after valid fields; null for JSON and text, which cannot have any. */
export function behind(fields: Record<string, string>, sent: HostileBody): HostileBody | null {
  const prepend = (text: string) => ({
    ...sent,
    what: `${sent.what} behind ${encoded(fields)}`,
    bytes: Buffer.concat([Buffer.from(text), sent.bytes]),
  })
  if (sent.type.startsWith(PAIRS)) return prepend(`${encoded(fields)}&`)
  if (sent.type !== partsWith('b')) return null
  return prepend(
    Object.entries(fields)
      .map(([name, value]) => part(name, value))
      .join(''),
  )
}

function encodedFields(text: string): string {
  const value = encodeURIComponent(text.toWellFormed())
  const times = Math.floor(FULL_BYTES / KNOWN_FIELDS.length / value.length)
  return KNOWN_FIELDS.map((name) => `${name}=${value.repeat(times)}`).join('&')
}

function fieldsAsJson(text: string): string {
  const one = JSON.stringify(filled(text).slice(0, 1200))
  // The full length in the two fields that every account has.
  const long = JSON.stringify(filled(text).slice(0, 20_000)).slice(0, FULL_BYTES / 3)
  const whole = long.endsWith('"') ? long : '""'
  return `{${KNOWN_FIELDS.map((name) => `"${name}":${name === 'email' || name === 'name' ? whole : one}`).join(',')}}`
}

const index = fc.constantFrom('', '0', '1', '-1', '1e9', '3000000', '1000000000', '__proto__', 'x')
const step = fc.oneof(
  index.map((at) => `[${at}]`),
  fc.constantFrom('.a', '.0', '.constructor', '[', ']', '%00', '\ud800'),
)
const fieldName = fc
  .tuple(
    fc.oneof(fc.constantFrom(...KNOWN_FIELDS, '__proto__', '__intent__', '__state__'), fc.string()),
    fc.array(step, { maxLength: 12 }),
  )
  .map(([first, steps]) => first + steps.join(''))
const fieldValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .tuple(fc.constantFrom(...Object.values(SLOW_TEXTS)), fc.nat(2000))
    .map(([t, n]) => t.repeat(n)),
  fc.json({ maxDepth: 5 }),
)
const fields = fc.array(fc.tuple(fieldName, fieldValue), { maxLength: 120 })

/** Bodies of any format, with nested names. */
export const anyBody: fc.Arbitrary<HostileBody> = fc
  .oneof(
    fields.map((all) =>
      body(
        'pairs',
        PAIRS,
        new URLSearchParams(all.map(([n, v]) => [n.toWellFormed(), v.toWellFormed()])).toString(),
      ),
    ),
    fc
      .tuple(
        fields,
        fc.constantFrom('', '; filename="a.md"', '; filename=""', '\r\nContent-Type: x'),
      )
      .map(([all, headers]) =>
        body('parts', partsWith('b'), parts(...all.map(([n, v]) => part(n, v, headers)))),
      ),
    fields.map((all) =>
      body(
        'JSON',
        JSON_TYPE,
        `{${all.map(([n, v]) => `${JSON.stringify(n)}:${JSON.stringify(v)}`).join(',')}}`,
      ),
    ),
    fc.json({ maxDepth: 30 }).map((text) => body('JSON', JSON_TYPE, text)),
    fc
      .tuple(fc.constantFrom(PAIRS, partsWith('b'), JSON_TYPE), fc.uint8Array({ maxLength: 2000 }))
      .map(([type, bytes]) => body('bytes', type, Buffer.from(bytes))),
  )
  .filter(({ bytes }) => bytes.length <= FULL_BYTES)
