import { describe, expect, test } from 'vitest'
import { origin, send } from './client.ts'

describe('the contact form', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }

  test('thanks the sender', async () => {
    const { status, headers } = await send(
      'POST',
      '/contact',
      type,
      form({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }),
    )
    expect([status, headers['location']]).toEqual([303, '/contact/sent'])
    const page = await send('GET', '/contact/sent')
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('Thank you.')])
  })

  test('keeps the input and says what is missing', async () => {
    const { status, body } = await send(
      'POST',
      '/contact',
      type,
      form({ name: 'Ada', email: 'ada', message: '' }),
    )
    expect(status).toBe(400)
    expect(body).toContain('value="Ada"')
    expect(body).toContain('Please enter a message.')
    expect(body).toContain('Please enter an email address such as name@example.com.')
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['a site whose name starts with this one’s', { Origin: `${origin}.evil.example` }],
  ])('is refused from %s', async (_, headers) => {
    const { status } = await send(
      'POST',
      '/contact',
      { ...type, ...headers },
      form({ name: 'A', email: 'a@b.cc', message: 'x' }),
    )
    expect(status).toBe(403)
  })

  test.each<[string, Record<string, string>]>([
    ['this site', { 'Sec-Fetch-Site': 'same-origin', Origin: origin }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['an old browser', { Origin: origin }],
    ['a program', {}],
  ])('is accepted from %s', async (_, headers) => {
    const { status } = await send(
      'POST',
      '/contact',
      { ...type, ...headers },
      form({ name: 'A', email: 'a@b.cc', message: 'x' }),
    )
    expect(status).toBe(303)
  })

  test('accepts 64 KB, but a message of 5,000 characters at most', async () => {
    const body = form({ name: 'A', email: 'a@b.cc', message: '' })
    const answer = await send('POST', '/contact', type, body + 'x'.repeat(64 * 1024 - body.length))
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Please use at most 5,000 characters.')
  })
})
