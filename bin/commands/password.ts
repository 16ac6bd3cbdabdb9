import { createInterface } from 'node:readline/promises'
import type { ReadStream } from 'node:tty'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Option } from 'commander'

export interface PasswordOptions {
  password?: string
  passwordStdin?: boolean
}

export const passwordOptions = () => [
  new Option('--password <password>', 'the new password; other users of the machine can see it'),
  new Option('--password-stdin', 'read the new password from standard input').conflicts('password'),
]

/** The password from an option or from standard input; undefined if none of them gives one. */
export async function givenPassword(options: PasswordOptions): Promise<string | undefined> {
  if (!options.passwordStdin) return options.password
  // A terminal would show what is typed.
  if (process.stdin.isTTY) return askForPassword()
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/**
 * Asks for a new password at the terminal, twice, without showing it.
 * @throws Error if there is no terminal, or the two differ
 */
export async function askForPassword(input: ReadStream = process.stdin): Promise<string> {
  if (!input.isTTY) {
    throw new Error('Enter the password with --password-stdin, or run this command in a terminal.')
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input, output: silent, terminal: true })
  prompt.once('SIGINT', () => process.exit(130))
  const ask = async (question: string) => {
    process.stderr.write(question)
    const answer = await prompt.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('New password: ')
    if ((await ask('The same again: ')) !== password) throw new Error('The passwords differ.')
    return password
  } finally {
    prompt.close()
  }
}
