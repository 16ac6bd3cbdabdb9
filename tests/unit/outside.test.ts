import http from 'node:http'
import { expect, test, vi } from 'vitest'
import { playOutside } from '#tests/outside/outside.ts'

playOutside()

const failed = (address: string) =>
  new Promise((resolve) => http.get(address, resolve).on('error', resolve))

/** Runs something that must fail its test, and forgives it. */
async function complaints(run: () => Promise<unknown>): Promise<unknown[]> {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  await run()
  return error.mock.calls.flat()
}

test.each([
  ['fetch', 'https://nobody.example/x?y=1', (address: string) => fetch(address).catch(String)],
  ['node:http', 'http://nobody.example/x?y=1', failed],
])('a request with %s that no handler knows fails its test', async (_, address, request) => {
  expect(await complaints(() => request(address))).toEqual([
    `No handler in tests/outside knows GET ${address}`,
  ])
})
