import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BufferSource, Input, MP3 } from 'mediabunny'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id3Tag } from '#packages/authoring/id3.ts'
import { audioFileName } from '#app/catalogue/rules/audio/formats.ts'
import { dropUnused, fileHash } from '#app/catalogue/service/audio/audio-folder.server.ts'
import { setNarration } from '#app/catalogue/service/audio/set-narration.server.ts'
import * as mediaFile from '#app/catalogue/service/media-file.server.ts'
import { removeAudio, setAudio } from '#app/catalogue/service/audio/set-audio.server.ts'
import { importFolderWithAudio } from '#app/catalogue/service/audio/import-audio.server.ts'
import { ImportError } from '#app/catalogue/service/import-folder.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { InTransaction } from '#app/platform/in-transaction.server.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import {
  mayListen,
  openAudio,
  saveListeningPosition,
} from '#app/reading/service/audio/open-audio.server.ts'
import { savePosition } from '#app/reading/service/save-position.server.ts'
import { m4aTone, mp3Tone, opusSilence } from '../setup/sounds.ts'
import { programNarrator } from '../../bin/commands/narrate.ts'
import { bookFile, emptyCatalogue, importBooks, withFolder } from './books.ts'
import { newReader } from './readers.ts'

const TEXT = 'Hook\n\nThe free part.\n\n4. Paid idea\n\nThe paid part.\n'
const VTT =
  'WEBVTT\n\n00:00.000 --> 00:02.000\nThe free part.\n\n00:02.500 --> 00:04.000\nThe paid part.\n'
const MANY = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThe free part.\n'

let mp3: Uint8Array
let other: Uint8Array

beforeAll(async () => {
  mp3 = await mp3Tone(4)
  other = await mp3Tone(5, 880)
})

beforeEach(async () => {
  await emptyCatalogue()
  rmSync(env().audioDir, { recursive: true, force: true })
})

const folderOf = (files: Record<string, string | Uint8Array>) =>
  withFolder(files, (folder) => importFolderWithAudio(folder, () => {}))

const listener = (
  access: Access,
  userId: number | null = null,
  freeBookId: number | null = null,
) => ({
  access,
  userId,
  freeBookId,
})

const pathOf = (audio: { hash: string; mimeType: string }) =>
  join(env().audioDir, audioFileName(audio.hash, audio.mimeType))

const idOf = async (slug: string) => (await findBook(slug))!.id

describe('an import', () => {
  test('gives books the recordings next to their files, with a file that ends at the cut', async () => {
    const report = await folderOf({
      'a.md': bookFile({ text: TEXT }),
      'a.mp3': mp3,
      'a.vtt': VTT,
    })
    expect(report).toMatchObject({ added: 1, audio: 1 })
    const id = await idOf('a')
    const whole = await openAudio(listener('full', 1), id)
    expect(whole).toMatchObject({ isWhole: true, mimeType: 'audio/mpeg' })
    expect(whole.timeline.chapters.map(({ title }) => title)).toEqual(['Hook', 'Idea 4: Paid idea'])
    expect(readFileSync(pathOf(whole))).toEqual(Buffer.from(mp3))
    const free = await openAudio(listener('visitor'), id)
    expect(free.isWhole).toBe(false)
    expect(free.durationMs).toBeLessThanOrEqual(2000)
    expect(free.durationMs).toBeGreaterThan(1900)
    // The first frame of an MP3 is only about the others.
    expect((await mediaFile.readMedia(pathOf(free))).durationMs).toBeLessThan(2030)
    expect(free.byteSize).toBe(readFileSync(pathOf(free)).length)
    expect(JSON.stringify(free.timeline)).not.toContain('Paid')
  })

  test.each([
    ['m4a', 'audio/mp4', m4aTone],
    ['opus', 'audio/ogg', opusSilence],
  ] as const)('takes %s', async (ending, type, make) => {
    await folderOf({
      'a.md': bookFile({ text: TEXT }),
      [`a.${ending}`]: await make(4),
      'a.vtt': VTT,
    })
    const free = await openAudio(listener('visitor'), await idOf('a'))
    expect(free.mimeType).toBe(type)
    expect(free.durationMs).toBeLessThanOrEqual(2000)
    expect(free.durationMs).toBeGreaterThan(1900)
  })

  test('without captions, visitors hear nothing: the cut is not guessed', async () => {
    const report = await folderOf({ 'a.md': bookFile({ text: TEXT }), 'a.mp3': mp3 })
    expect(report.warnings.at(-1)!.message).toMatch(/captions/)
    const id = await idOf('a')
    await expect(openAudio(listener('visitor'), id)).rejects.toThrow('This book has no audio.')
    const whole = await openAudio(listener('full', 1), id)
    expect(whole.timeline.isEstimated).toBe(true)
  })

  test('writes only what changed, and deletes what nothing uses', async () => {
    const files = { 'a.md': bookFile({ text: TEXT }), 'a.mp3': mp3, 'a.vtt': VTT }
    await folderOf(files)
    expect((await folderOf(files)).audio).toBe(0)
    const before = await openAudio(listener('full', 1), await idOf('a'))
    expect((await folderOf({ ...files, 'a.mp3': other })).audio).toBe(1)
    expect(existsSync(pathOf(before))).toBe(false)
    expect((await folderOf({ ...files, 'a.mp3': other, 'a.vtt': MANY })).audio).toBe(1)
    expect((await folderOf({ ...files, 'a.mp3': other, 'a.vtt': MANY })).audio).toBe(0)
    expect(readdirSync(env().audioDir).filter((name) => name.startsWith('new-'))).toEqual([])
  })

  test('refuses all files if a recording cannot be used', async () => {
    const attempt = folderOf({
      'a.md': bookFile({ text: TEXT }),
      'a.mp3': Buffer.from('<svg>not a sound</svg>'.repeat(1000)),
      'b.mp3': mp3,
      'b.opus': mp3,
      'c.mp3': mp3,
      'c.vtt': 'no captions',
    })
    const { problems } = await attempt.then(
      () => ({ problems: [] }),
      (error: unknown) => error as ImportError,
    )
    expect(problems.map(({ file, message }) => [file.replace(/.*\//, ''), message])).toEqual([
      ['a.mp3', expect.stringMatching(/MP3, M4A, or Opus/)],
      ['b.opus', 'b has two recordings'],
      ['c.vtt', expect.stringMatching(/WebVTT/)],
    ])
    expect(await findBook('a')).toBeNull()
  })

  test('warns about a recording without a book', async () => {
    const report = await folderOf({ 'a.md': bookFile({}), 'b.mp3': mp3 })
    expect(report.warnings.map(({ message }) => message)).toContain(
      'there is no book with this name',
    )
  })
})

describe('who hears what', () => {
  beforeEach(async () => {
    await folderOf({
      'a.md': bookFile({ text: TEXT }),
      'locked.md': bookFile({ text: TEXT, locked: true }),
      'a.mp3': mp3,
      'a.vtt': VTT,
      'locked.mp3': other,
      'locked.vtt': VTT,
    })
  })

  test('follows the text: the cut, locked books, and the free summary', async () => {
    const [id, locked] = [await idOf('a'), await idOf('locked')]
    expect((await openAudio(listener('free', 1), id)).isWhole).toBe(false)
    expect((await openAudio(listener('free', 1, id), id)).isWhole).toBe(true)
    expect((await openAudio(listener('full', 1), locked)).isWhole).toBe(true)
    for (const who of [listener('visitor'), listener('free', 1), listener('free', 1, locked)]) {
      await expect(openAudio(who, locked)).rejects.toThrow('This book has no audio.')
    }
    await expect(openAudio(listener('full', 1), 0)).rejects.toThrow('Book not found.')
  })

  test('nothing is free after the cut was moved until there is a new recording', async () => {
    await importBooks({ a: { text: TEXT.replace('free part.', 'new part.') } })
    const id = await idOf('a')
    const edited = await openAudio(listener('visitor'), id)
    expect(edited.timeline.timings).toBeNull()
    await importBooks({ a: { text: `Hook\n\nThe free\n\n4. Part\n\nOf it.\n\n${TEXT}` } })
    await importBooks({ a: { text: 'Hook\n\n[FREE CUT HERE]\n\nThe free part.\n\nMore.' } })
    await expect(openAudio(listener('visitor'), id)).rejects.toThrow('This book has no audio.')
    expect((await openAudio(listener('full', 1), id)).isWhole).toBe(true)
  })

  test('a link to the whole audio needs a reader who may still read the book', async () => {
    const user = await newReader()
    const id = await idOf('a')
    expect(await mayListen(user.id, id)).toBe(false)
    expect(await mayListen(987_654, id)).toBe(false)
    const subscriber = await newReader({ role: 'admin' })
    expect(await mayListen(subscriber.id, id)).toBe(true)
    expect(await mayListen(subscriber.id, id + 1)).toBe(true)
    expect(await mayListen(subscriber.id, 0)).toBe(false)
  })
})

describe('the position', () => {
  test('is shared with reading: the later one wins', async () => {
    await folderOf({ 'a.md': bookFile({ text: TEXT }), 'a.mp3': mp3, 'a.vtt': VTT })
    const user = await newReader()
    const id = await idOf('a')
    const who = { ...listener('full'), userId: user.id }
    expect((await openAudio(who, id)).position).toBeNull()
    const start = Date.now() - 60_000
    const at = (seconds: number) => new Date(start + seconds * 1000)
    await savePosition(user.id, id, {
      section: 'idea-4',
      paragraph: 0,
      offset: 0,
      share: 0.6,
      placedAt: at(10),
    })
    expect((await openAudio(who, id)).position).toEqual({ seconds: 2.5, at: at(10) })
    const early = await saveListeningPosition(who, id, { seconds: 0.5, placedAt: at(5) })
    expect(early.seconds).toBe(2.5)
    const late = await saveListeningPosition(who, id, { seconds: 1, placedAt: at(20) })
    expect(late).toEqual({ seconds: 0, at: at(20) })
  })
})

test('removing an audio deletes its files', async () => {
  await folderOf({ 'a.md': bookFile({ text: TEXT }), 'a.mp3': mp3, 'a.vtt': VTT })
  const id = await idOf('a')
  const whole = await openAudio(listener('full', 1), id)
  expect(await removeAudio(id, async () => {})).toBe(true)
  expect(await removeAudio(id, async () => {})).toBe(false)
  expect(existsSync(pathOf(whole))).toBe(false)
  expect(readdirSync(env().audioDir)).toEqual([])
})

describe('two recordings of a book at the same time', () => {
  const upload = (id: number, folder: string, name: string, inTransaction?: InTransaction) =>
    setAudio(id, join(folder, name), { cutMs: 3000 }, mediaFile, inTransaction)

  test('leave the files of the one that came last', async () => {
    await importBooks({ a: { text: TEXT } })
    const id = await idOf('a')
    const uploads = await withFolder({ 'a.mp3': mp3, 'b.mp3': other }, (folder) =>
      Promise.all([upload(id, folder, 'a.mp3'), upload(id, folder, 'b.mp3')]),
    )
    const { hash } = await openAudio(listener('full', 1), id)
    const { free, ...whole } = uploads.find((one) => one.hash === hash)!
    const files = [whole, { ...whole, ...free }].map(pathOf)
    const left = readdirSync(env().audioDir).map((name) => join(env().audioDir, name))
    expect(left.toSorted()).toEqual(files.toSorted())
  })

  test('a file is not deleted as unused while another book gets the same recording', async () => {
    await importBooks({ a: { text: TEXT }, b: { text: TEXT } })
    const [first, second] = [await idOf('a'), await idOf('b')]
    await withFolder({ 'a.mp3': mp3, 'b.mp3': other }, async (folder) => {
      const file = { hash: await fileHash(join(folder, 'a.mp3')), mimeType: 'audio/mpeg' }
      let dropping: Promise<unknown>[] = []
      // What does not wait for the transaction runs at the same time.
      const atTheSameTime = async (...running: Promise<unknown>[]) => {
        dropping = running
        await Promise.race([Promise.all(running), delay(500)])
      }
      await upload(first, folder, 'a.mp3', () => atTheSameTime(dropUnused([file])))
      await Promise.all(dropping)
      expect(existsSync(pathOf(file))).toBe(true)

      await removeAudio(first, async () => {})
      await upload(second, folder, 'b.mp3', () =>
        atTheSameTime(dropUnused([file]), upload(first, folder, 'a.mp3')),
      )
      await Promise.all(dropping)
      expect(existsSync(pathOf(file))).toBe(true)
    })
  })

  test('leave nothing of one that could not be stored', async () => {
    await importBooks({ a: { text: TEXT } })
    const id = await idOf('a')
    await withFolder({ 'a.mp3': mp3 }, async (folder) => {
      const fail = () => Promise.reject(new Error('not recorded'))
      await expect(upload(id, folder, 'a.mp3', fail)).rejects.toThrow('not recorded')
      expect(readdirSync(env().audioDir)).toEqual([])
      await upload(id, folder, 'a.mp3')
      const before = readdirSync(env().audioDir)
      await expect(upload(id, folder, 'a.mp3', fail)).rejects.toThrow('not recorded')
      expect(readdirSync(env().audioDir)).toEqual(before)
    })
  })
})

test('an editor says where the free part ends', async () => {
  await importBooks({ a: { text: TEXT } })
  const id = await idOf('a')
  await withFolder({ 'a.mp3': mp3 }, (folder) =>
    setAudio(id, join(folder, 'a.mp3'), { cutMs: 3000 }, mediaFile),
  )
  const free = await openAudio(listener('visitor'), id)
  expect(free.durationMs).toBeGreaterThan(2900)
  expect(free.durationMs).toBeLessThanOrEqual(3000)
})

describe('a narration', () => {
  /** espeak-ng, which counts its runs. */
  function program(folder: string, command = 'exec espeak-ng --stdin --stdout') {
    const path = join(folder, 'voice')
    writeFileSync(path, `#!/bin/sh\necho run >> "${folder}/runs"\n${command}\n`, { mode: 0o755 })
    const runs = () => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1
    return { command: [path], runs }
  }

  async function narrated(
    command: string[],
    replaces = false,
    signal = new AbortController().signal,
  ) {
    const voice = programNarrator(command, signal)
    return setNarration((await findBook('a'))!, voice, replaces, async () => {})
  }

  test('has chapters, sentences, and a free part, and reads only what changed', async () => {
    await importBooks({ a: { text: TEXT } })
    await withFolder({}, async (folder) => {
      const voice = program(folder)
      expect(await narrated(voice.command)).toBe('narrated')
      expect(await narrated(voice.command)).toBe('unchanged')
      expect(voice.runs()).toBe(2)
      const id = await idOf('a')
      const whole = await openAudio(listener('full', 1), id)
      expect(whole.timeline.chapters.map(({ section }) => section)).toEqual(['hook', 'idea-4'])
      expect(whole.timeline.timings).toHaveLength(4)
      const free = await openAudio(listener('visitor'), id)
      const { endMs } = whole.timeline.chapters[0]!
      expect(free.durationMs).toBeLessThanOrEqual(endMs)
      expect(free.durationMs).toBeGreaterThan(endMs - 100)
      await importBooks({ a: { text: TEXT.replace('paid part', 'new part') } })
      expect(await narrated(voice.command)).toBe('narrated')
      expect(voice.runs()).toBe(3)
    })
  })

  test('that was stopped while the program hung continues where it was', async () => {
    await importBooks({ a: { text: TEXT } })
    await withFolder({}, async (folder) => {
      const hang = `[ $(wc -l < "${folder}/runs") = 2 ] && exec sleep 600`
      const voice = program(folder, `${hang}\nexec espeak-ng --stdin --stdout`)
      const stopping = new AbortController()
      const stop = async () => {
        const begun = () => existsSync(join(folder, 'runs')) && voice.runs()
        await expect.poll(begun, { timeout: 10_000 }).toBe(2)
        stopping.abort()
      }
      const running = narrated(voice.command, false, stopping.signal)
      await Promise.all([expect(running).rejects.toThrow('was ended by SIGTERM'), stop()])
      await expect(openAudio(listener('full', 1), await idOf('a'))).rejects.toThrow('no audio')
      expect(await narrated(voice.command)).toBe('narrated')
      expect(voice.runs()).toBe(3)
      const left = readdirSync(env().audioDir, { recursive: true, encoding: 'utf8' })
      expect(left.filter((name) => name.includes('new-'))).toEqual([])
    })
  })

  test('replaces the recording of a person only when told to', async () => {
    await folderOf({ 'a.md': bookFile({ text: TEXT }), 'a.mp3': mp3 })
    await withFolder({}, async (folder) => {
      const { command } = program(folder)
      expect(await narrated(command)).toBe('recorded')
      expect(await narrated(command, true)).toBe('narrated')
    })
  })

  test.each([
    ['exit 3', 'exited with 3'],
    ['cat', 'did not write a WAV file'],
    ['exit 0', 'did not write a WAV file'],
  ])('fails when the program does: %s', async (command, message) => {
    await importBooks({ a: { text: TEXT } })
    await withFolder({}, async (folder) => {
      await expect(narrated(program(folder, command).command)).rejects.toThrow(message)
      await expect(openAudio(listener('full', 1), await idOf('a'))).rejects.toThrow('no audio')
    })
  })
})

test('chapters are in the tag of an MP3', async () => {
  const tag = id3Tag({ title: 'Tïtle', artist: 'Author', album: 'Readr' }, [
    { section: 'hook', title: 'Hook', startMs: 0, endMs: 500 },
    { section: 'idea-1', title: 'Idea 1: “One”', startMs: 500, endMs: 1000 },
  ])
  const file = Buffer.concat([tag, mp3])
  const input = new Input({ formats: [MP3], source: new BufferSource(file) })
  const { title, artist, raw } = await input.getMetadataTags()
  expect([title, artist]).toEqual(['Tïtle', 'Author'])
  const first = Buffer.from(raw!['CHAP'] as Uint8Array)
  expect(first.subarray(0, 10).toString()).toBe('chapter-1\0')
  expect([first.readUInt32BE(10), first.readUInt32BE(14)]).toEqual([0, 500])
  expect(Buffer.from(raw!['CTOC'] as Uint8Array).toString()).toContain('chapter-2')
  expect(await input.computeDuration()).toBeCloseTo(4, 0)
})
