import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = join(import.meta.dirname, '../../app')

/** A default value is for what changes in the page, and React writes that of a hidden field back. */
test('no hidden field has a default value', () => {
  const faults = globSync('**/*.tsx', { cwd: APP }).flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)]
      .filter(([tag]) => tag.includes('defaultValue'))
      .map(([tag]) => `${file}: ${tag}`),
  )
  expect(faults).toEqual([])
})
