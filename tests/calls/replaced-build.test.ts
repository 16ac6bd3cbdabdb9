import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstBooks } from '#tests/setup/first-books.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { PRODUCTION, runProduct, startProcess } from '#tests/setup/product.ts'
import { mp3Tone } from '#tests/setup/sounds.ts'
import { bookFile } from '#tests/store/books.ts'
import { TestSmtpServer } from '#tests/store/smtp-server.ts'
import { ask } from './accounts-client.ts'

const VTT =
  'WEBVTT\n\n00:00.000 --> 00:03.000\nThe free part.\n\n00:03.000 --> 00:06.000\nThe paid part.\n'

test('a server whose build was deleted still loads what it needs later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-replaced-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  cpSync('build', join(home, 'build'), { recursive: true })
  for (const name of ['node_modules', 'prisma', 'package.json']) {
    symlinkSync(join(process.cwd(), name), join(home, name))
  }
  const smtp = new TestSmtpServer(await freePort())
  await smtp.open()
  onTestFinished(() => smtp.reset())
  const port = await freePort()
  const variables = {
    ...PRODUCTION,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
  }
  await runProduct('readr', ['migrate', '--fill', firstBooks()], variables)
  const books = mkdtempSync(join(folder, 'books-'))
  writeFileSync(join(books, 'heard.md'), bookFile({ title: 'Heard' }))
  writeFileSync(join(books, 'heard.mp3'), await mp3Tone(6))
  writeFileSync(join(books, 'heard.vtt'), VTT)
  const imported = await runProduct('readr', ['import', books], variables)
  expect(imported.stdout).toContain('Imported the audio of 1 book.')

  const running = await startProcess(variables, 'index', home)
  onTestFinished(async () => {
    running.child.kill('SIGTERM')
    await running.ended
  })
  rmSync(join(home, 'build'), { recursive: true })

  const origin = `http://127.0.0.1:${port}`
  // Loads Prisma's compiler, the list of common passwords, and then the email's library.
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long password' }
  const registered = await ask(origin, '/api/auth/register', { json: account })
  expect(registered.status, registered.text).toBe(201)
  await expect.poll(() => smtp.received.length, { interval: 50, timeout: 30_000 }).toBe(1)
  expect(smtp.received[0]!.to).toEqual([account.email])

  const found = await ask(origin, '/books?search=heard')
  const { books: shown } = found.json.data as unknown as { books: { _id: string }[] }
  const offered = await ask(origin, `/api/books/${shown[0]!._id}/audio`)
  const { audio } = offered.json.data as unknown as { audio: { url: string } }
  const heard = await fetch(origin + audio.url.replace(/^https?:\/\/[^/]+/, ''))
  expect(heard.status).toBe(200)
  expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(1000)
}, 180_000)
