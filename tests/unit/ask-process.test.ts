import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DomainError } from '#app/platform/errors.ts'
import { askProcess, ProcessLimitError } from '#app/platform/processes/ask-process.server.ts'

const PROGRAM = join(import.meta.dirname, '../setup/process-tasks.ts')
const LIMITS = { cpuSeconds: 20, heapMb: 64 }

const ask = (
  task: string,
  input: unknown = null,
  limits = LIMITS,
  onPart?: (part: unknown) => void,
) => askProcess(PROGRAM, { task, input }, limits, onPart)

test('a process answers with parts, bytes, and dates, and sees no secrets', async () => {
  process.env['AUTH_SECRETS'] = 'secret'
  const parts: unknown[] = []
  const day = new Date(0)
  const input = { number: 4, bytes: new Uint8Array([1, 2]), day }
  const answer = await ask('double', input, LIMITS, (part) => parts.push(part))
  delete process.env['AUTH_SECRETS']
  expect(answer).toEqual({ number: 8, day, secret: expect.not.arrayContaining(['AUTH_SECRETS']) })
  expect(parts).toEqual([4, new Uint8Array([1, 2])])
})

test('a refusal arrives as one, and a fault says what it is', async () => {
  const refused = await ask('refuse').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DomainError)
  expect(refused).toMatchObject({ code: 'invalid-input', fields: { file: ['Not this one.'] } })
  await expect(ask('fail')).rejects.toThrow('RangeError: a fault')
})

test.each([
  ['loop', { cpuSeconds: 1, heapMb: 64 }],
  ['allocate', { cpuSeconds: 60, heapMb: 32 }],
  ['exit', LIMITS],
])('%s: the process ends, this one continues', async (task, limits) => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await expect(ask(task, null, limits)).rejects.toThrow(ProcessLimitError)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})
