import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { afterEach, expect, test, vi } from 'vitest'
import { askForPassword } from '../../bin/commands/password.ts'

afterEach(() => vi.restoreAllMocks())

/** Answers the questions at a terminal, and keeps what it shows. */
function atTerminal(...answers: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as ReadStream
  let shown = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += String(text)
    if (String(text).endsWith(': ')) {
      const answer = answers.shift()
      setImmediate(() => (input as unknown as PassThrough).write(`${answer}\r`))
    }
    return true
  })
  return { password: askForPassword(input), shown: () => shown }
}

test('a password is asked for twice and not shown', async () => {
  const { password, shown } = atTerminal('a long password', 'a long password')
  expect(await password).toBe('a long password')
  expect(shown()).toBe('New password: \nThe same again: \n')
})

test('a mistyped password is refused', async () => {
  await expect(atTerminal('a long password', 'a long pasword').password).rejects.toThrow('differ')
})

test('without a terminal, the command says what to do', async () => {
  const input = new PassThrough() as unknown as ReadStream
  await expect(askForPassword(input)).rejects.toThrow('--password-stdin')
})
