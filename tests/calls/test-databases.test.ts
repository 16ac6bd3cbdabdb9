import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeRows, fillWithShipped } from '#tests/setup/product.ts'

test('a database that is filled again is not shared with other tests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-test-databases-'))
  const usual = process.env['TEST_SHIPPED_BOOKS']
  process.env['TEST_SHIPPED_BOOKS'] = join(folder, 'shipped.db')
  const variables = (name: string) => ({
    DATA_DIR: join(folder, name),
    APP_URL: 'http://127.0.0.1:1',
  })
  try {
    const [first, second] = [variables('first'), variables('second')]
    await fillWithShipped(first)
    expect(existsSync(process.env['TEST_SHIPPED_BOOKS'])).toBe(true)
    await changeRows(
      first,
      `INSERT INTO "User" ("email", "name", "updatedAt") VALUES ('ada@example.com', 'Ada', CURRENT_TIMESTAMP)`,
    )
    await fillWithShipped(first)
    await fillWithShipped(second)
    expect(await changeRows(second, 'DELETE FROM "User"')).toBe(0)
  } finally {
    if (usual === undefined) delete process.env['TEST_SHIPPED_BOOKS']
    else process.env['TEST_SHIPPED_BOOKS'] = usual
    rmSync(folder, { recursive: true, force: true })
  }
})
