import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import type { OperationsMessage } from '#app/middleware/operations-thread.ts'
import { freePort } from '#tests/setup/free-port.ts'

let thread: Worker | undefined
afterEach(() => thread?.terminate())

/** The listener's thread, with this test as its main thread, which answers while `isBusy` is false. */
async function startThread(unresponsiveAfterMs: number) {
  const port = await freePort()
  const main = { isBusy: false, status: 200 }
  const started = new Worker('./app/middleware/operations-thread.ts', {
    workerData: { port, host: '127.0.0.1', reusePort: false, unresponsiveAfterMs },
  })
  thread = started
  await new Promise<void>((resolve, reject) => {
    started.once('error', reject)
    started.on('message', (message: OperationsMessage) => {
      if (message === 'listening') return resolve()
      const { id, operation } = message
      if (main.isBusy) return
      started.postMessage({ id, answer: { status: main.status, text: `${operation}\n` } })
    })
  })
  const get = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return { status: answer.status, text: await answer.text() }
  }
  return { main, get }
}

test('answers with what the main thread says', async () => {
  const { main, get } = await startThread(60_000)
  expect(await get('/metrics?x=1')).toEqual({ status: 200, text: 'metrics\n' })
  main.status = 503
  expect(await get('/readyz')).toEqual({ status: 503, text: 'readyz\n' })
})

test('has no other address and takes no other method', async () => {
  const { get } = await startThread(60_000)
  expect((await get('/browse')).status).toBe(404)
  expect((await get('/healthz', 'POST')).status).toBe(405)
})

test('repeats the last answer while the main thread is busy', async () => {
  const { main, get } = await startThread(60_000)
  main.isBusy = true
  for (const path of ['healthz', 'readyz', 'metrics']) {
    expect(await get(`/${path}`)).toEqual({ status: 200, text: `${path}\n` })
  }
})

test('fails the checks once the main thread has been silent for too long', async () => {
  const { main, get } = await startThread(1)
  main.isBusy = true
  expect(await get('/healthz')).toMatchObject({
    status: 503,
    text: expect.stringMatching(/^unresponsive for \d+ s\n$/),
  })
})
