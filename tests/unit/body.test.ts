import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { grantInput } from '#app/admin/schema/readers.ts'
import { importInput } from '#app/admin/schema/import.ts'
import { registerForm, signInForm } from '#app/accounts/schema/sign-in.ts'
import {
  MAX_BODY_BYTES,
  MAX_FIELD_NAME_CHARS,
  MAX_FIELDS,
  readFormData,
  readJson,
  readBodyText,
} from '#app/middleware/body.server.ts'
import { fieldNames } from '#app/middleware/field-names.server.ts'
import { readFiles, readForm, submitForm } from '#app/middleware/form-action.server.ts'
import { DomainError } from '#app/platform/errors.ts'

const PAIRS = 'application/x-www-form-urlencoded'

const posted = (body: string | Uint8Array<ArrayBuffer> | null, type: string | null = PAIRS) => {
  const request = new Request('http://localhost/login', { method: 'POST', body })
  if (type === null) request.headers.delete('Content-Type')
  else request.headers.set('Content-Type', type)
  return request
}

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** The fields of a form, or the code and status of the error. */
async function read(request: Request): Promise<unknown> {
  try {
    return [...(await readFormData(request))]
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return `${error.code} ${error.status}`
  }
}

const refusal = (type: string | null, body = 'a=b') => read(posted(body, type))

describe('the body of a form', () => {
  test('is read without interpreting names', async () => {
    expect(await read(posted('a=1&b[0]=%C3%A9+x&a=2&__proto__=y&c'))).toEqual([
      ['a', '1'],
      ['b[0]', 'é x'],
      ['a', '2'],
      ['__proto__', 'y'],
      ['c', ''],
    ])
    const parts = `${part('a', '1')}${part('b[0]', 'é')}--b--\r\n`
    for (const type of ['multipart/form-data; boundary=b', 'Multipart/Form-Data;boundary="b"']) {
      expect(await read(posted(parts, type))).toEqual([
        ['a', '1'],
        ['b[0]', 'é'],
      ])
    }
  })

  test('may be empty, invalid UTF-8, or of another charset', async () => {
    expect(await read(posted(''))).toEqual([])
    expect(await read(posted(null))).toEqual([])
    expect(await read(posted(new Uint8Array([97, 61, 255, 254])))).toEqual([['a', '\ufffd\ufffd']])
    expect(await read(posted('a=b', `${PAIRS}; charset=utf-16`))).toEqual([['a', 'b']])
  })

  test('must have a content type of forms', async () => {
    for (const type of [
      'text/plain',
      'application/json',
      'multipart/mixed; boundary=b',
      'application/x-www-form-urlencodedx',
      'nonsense',
      `${PAIRS};${' '.repeat(5000)}x`,
    ]) {
      expect(await refusal(type), type).toBe('invalid-input 400')
    }
    expect(await refusal(null)).toBe('invalid-input 400')
  })

  test('is refused without a usable boundary', async () => {
    const parts = `${part('a', '1')}--b--\r\n`
    for (const boundary of [
      '',
      '; boundary=',
      '; boundary="\\""',
      `; boundary=${'b'.repeat(71)}`,
    ]) {
      expect(await refusal(`multipart/form-data${boundary}`, parts)).toBe('invalid-input 400')
    }
    expect(await refusal('multipart/form-data; boundary=c', parts)).toBe('invalid-input 400')
    expect(await refusal('multipart/form-data; boundary=b', part('a', '1'))).toBe(
      'invalid-input 400',
    )
  })

  test('has at most a hundred fields', async () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=x`).join('&')
    expect(await read(posted(pairs(MAX_FIELDS)))).toHaveLength(MAX_FIELDS)
    expect(await read(posted(pairs(MAX_FIELDS + 1)))).toBe('invalid-input 400')
    expect(await read(posted('&'.repeat(1000)))).toBe('invalid-input 400')
    const parts = (count: number) => `${part('f', 'x').repeat(count)}--b--\r\n`
    const type = 'multipart/form-data; boundary=b'
    expect(await read(posted(parts(MAX_FIELDS), type))).toHaveLength(MAX_FIELDS)
    expect(await read(posted(parts(MAX_FIELDS + 1), type))).toBe('invalid-input 400')
  })

  test('has names of at most a hundred characters', async () => {
    const name = 'n'.repeat(MAX_FIELD_NAME_CHARS)
    expect(await read(posted(`${name}=x`))).toEqual([[name, 'x']])
    expect(await read(posted(`${name}n=x`))).toBe('invalid-input 400')
    const parts = `${part(`${name}n`, 'x')}--b--\r\n`
    expect(await read(posted(parts, 'multipart/form-data; boundary=b'))).toBe('invalid-input 400')
  })

  test('has at most 64 KB, even if Content-Length says less', async () => {
    const value = 'x'.repeat(MAX_BODY_BYTES - 2)
    expect(await read(posted(`a=${value}`))).toEqual([['a', value]])
    expect(await read(posted(`a=${value}x`))).toBe('too-large 413')
    await expect(readBodyText(posted(`a=${value}x`))).rejects.toThrow('larger than 64 KB')
  })

  test('that breaks off is refused', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('the client went away'))
      },
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': PAIRS } }
    expect(await read(new Request('http://localhost/', init as RequestInit))).toBe(
      'invalid-input 400',
    )
  })

  test('is refused with a page, and files that are too large beside their field', async () => {
    const thrown = (reading: Promise<unknown>) => reading.catch((error: unknown) => error)
    expect(await thrown(readForm(posted('a', 'text/plain')))).toMatchObject({
      init: { status: 400 },
    })
    const large = posted('a='.padEnd(100_000, 'x'))
    expect(await thrown(readForm(large))).toMatchObject({ init: { status: 413 } })
    expect(await thrown(readFiles(posted('a', 'text/plain'), 2 ** 20, 'files'))).toMatchObject({
      init: { status: 400 },
    })
    const files = await thrown(readFiles(posted('a='.padEnd(2 ** 20 + 1, 'x')), 2 ** 20, 'files'))
    expect(files).toMatchObject({
      code: 'too-large',
      fields: { files: [expect.stringContaining('more than 1 MB')] },
    })
  })
})

describe('a JSON body', () => {
  test('is read with any content type; an empty one is an empty object', async () => {
    expect(await readJson(posted('{"a":[1e400]}', null))).toEqual({ a: [Infinity] })
    expect(await readJson(posted('', 'text/plain'))).toEqual({})
    await expect(readJson(posted('a=b'))).rejects.toMatchObject({ status: 400 })
    await expect(readJson(posted(`"${'x'.repeat(MAX_BODY_BYTES)}"`))).rejects.toMatchObject({
      status: 413,
    })
  })

  test('cannot set a prototype', async () => {
    const value = (await readJson(posted('{"__proto__":{"admin":true}}'))) as { admin?: true }
    expect(value.admin).toBeUndefined()
  })
})

describe('the fields of a form', () => {
  test('are those of its schema', () => {
    expect([...fieldNames(registerForm)]).toEqual(['name', 'email', 'password', 'terms'])
    expect([...fieldNames(grantInput)]).toEqual(['until'])
    expect([...fieldNames(importInput)]).toEqual(['files'])
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect([...fieldNames(either)]).toEqual(['a', 'b'])
    expect(() => fieldNames(z.record(z.string(), z.string()))).toThrow('record')
  })

  /** What the parser and the redisplayed form get. */
  async function shown(body: string) {
    const answer = await submitForm(await readForm(posted(body)), signInForm, async (i) => i)
    return 'data' in answer ? answer.data.result : answer
  }

  test('are all that the parser gets', async () => {
    const { fields, initialValue } = (await shown(
      'email=a&email[3]=b&email.c=d&a[99999999]=x&remember=on&password[0]=secret' +
        '&__intent__=%7B%22type%22%3A%22reset%22%2C%22payload%22%3A%7B%7D%7D&__state__=%7B',
    )) as { fields: string[]; initialValue: object }
    expect(fields).toEqual(['email', 'remember'])
    expect(initialValue).toEqual({ email: 'a', remember: 'on' })
  })

  test('are shown again, except passwords', async () => {
    expect(await shown('email=a%40b.c&password=&remember=on')).toMatchObject({
      initialValue: { email: 'a@b.c', remember: 'on' },
    })
    expect(await shown('email=a&password=b')).toEqual({ email: 'a', password: 'b' })
    expect(await shown('email=a&password=b&remember=maybe')).toEqual({
      email: 'a',
      password: 'b',
      remember: undefined,
    })
  })
})
