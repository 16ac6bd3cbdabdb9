import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REFUSAL_POLICY, refusalPage } from '#app/middleware/request/refusal-page.ts'

describe.each([400, 403, 405, 411, 413, 414, 421, 500, 503])('the page for %i', (status) => {
  const html = refusalPage(status, 'What happened. What to do.', status === 503)

  test('is small and self-contained', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(2048)
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">/)
    expect(html).toMatch(/<title>[A-Z][\w ’]+ · Readr<\/title>/)
    expect(html).toContain('What happened. What to do.')
    expect(html).not.toMatch(/<script|<link|<img|\ssrc=|\sstyle=|url\(|@import|https?:/)
  })

  test('has a policy that allows only its styles', () => {
    const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(html)!
    const hash = createHash('sha256').update(styles!).digest('base64')
    expect(REFUSAL_POLICY).toContain(`style-src 'sha256-${hash}'`)
    expect(REFUSAL_POLICY).toContain("default-src 'none'")
  })
})

test('messages are escaped', () => {
  expect(refusalPage(400, '<b>&', false)).toContain('<p>&lt;b&gt;&amp;</p>')
})
