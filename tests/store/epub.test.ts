import { EpubCheck } from '@likecoin/epubcheck-ts'
import { strFromU8, unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '#app/catalogue/rules/access.ts'
import {
  type EpubContents,
  type EpubReader,
  writeEpub,
} from '#app/catalogue/service/epub/write-epub.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import type { EpubChoice } from '#app/reading/rules/epub.ts'
import { epubContents } from '#app/reading/service/epub-contents.server.ts'
import { loadReadingTexts } from '#app/catalogue/service/reading-text.server.ts'
import { db } from '#app/platform/database.server.ts'
import { chapterHighlights } from '#app/reading/service/highlights/chapter-highlights.server.ts'
import { setMark } from '#app/reading/service/set-mark.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader } from './readers.ts'

const ORIGIN = 'https://readr.example'
const HOSTILE = 'A <b>"&amp;"</b> 📚 \u202Eשלום & ]]> \uFFFF'

beforeEach(async () => {
  await emptyCatalogue()
  await importBooks({
    walden: {
      title: 'Walden',
      author: 'Thoreau',
      sources: ['Consulted: The book', 'Alone'],
      edition: 'The first one, https://standardebooks.org/walden.',
      text: 'In One Page\n\nThe free part.\n\n- Cost: High & low\n\n4. Paid idea\n\nThe paid part.\n\nRead Next\n\n- Emma: A novel.\n- Persuasion: Another.',
    },
    emma: { title: 'Emma', author: 'Austen' },
    persuasion: { title: 'Persuasion', author: 'Austen', locked: true },
    hostile: {
      title: HOSTILE,
      author: HOSTILE,
      blurb: HOSTILE,
      sources: [HOSTILE],
      text: `10 rules\n\n${HOSTILE}\u0008\u001b\n\n1. ${HOSTILE}\n\n${HOSTILE}: <script>x</script>\n\n1. Step\n\nMore\n\n2. Step\n\nMore`,
    },
  })
})

const reader = (access: Access, name: string | null = 'Ada <i>& Co</i> \u0007') => ({
  access,
  freeBookId: null,
  name,
})

async function fileOf(choice: EpubChoice, access: Access, userId: number | null = null) {
  const contents = await epubContents(choice, userId, access)
  return read(contents!, access, userId === null && access === 'visitor' ? null : undefined)
}

async function read(contents: EpubContents, access: Access, name?: string | null) {
  const bytes = await buffer(writeEpub(contents, reader(access, name), ORIGIN))
  const files = unzipSync(bytes)
  const texts = Object.entries(files).filter(([path]) => !path.endsWith('.jpg'))
  const all = texts.map(([path, content]) => `${path}\n${strFromU8(content)}`).join('\n')
  return { bytes, files, all, of: (path: string) => strFromU8(files[`EPUB/${path}`]!) }
}

const walden = { kind: 'summary', slug: 'walden' } as const

describe('a file', () => {
  test.each([
    [walden, 'visitor'],
    [{ kind: 'summary', slug: 'hostile' }, 'full'],
    [{ kind: 'all' }, 'visitor'],
    [{ kind: 'all' }, 'full'],
  ] as const)('of %j for %s is valid', async (choice, access) => {
    const { bytes } = await fileOf(choice, access)
    // The first entry is neither compressed nor followed by its length.
    expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip')
    const { messages } = await EpubCheck.validate(bytes)
    expect(messages).toEqual([])
  })

  test('has only the text that its reader may read', async () => {
    const free = await fileOf(walden, 'visitor')
    expect(free.all).toContain('The free part.')
    expect(free.all).not.toContain('aid idea')
    expect(free.all).not.toContain('The paid part.')
    expect(free.of('book-1.xhtml')).toContain(
      `<a href="${ORIGIN}/summaries/walden">Read the rest of this summary on Readr</a>`,
    )
    const whole = await fileOf(walden, 'full')
    expect(whole.all).toContain('The paid part.')
    expect(whole.all).not.toContain('Read the rest')
  })

  test('leaves out locked books and says so', async () => {
    const free = await fileOf({ kind: 'all' }, 'free')
    expect(Object.keys(free.files)).not.toContain('EPUB/book-4.xhtml')
    expect(free.of('last-page.xhtml')).toContain('<li dir="auto">Persuasion</li>')
    expect(free.of('nav.xhtml')).not.toContain('Persuasion')
    const full = await fileOf({ kind: 'all' }, 'full')
    expect(full.of('nav.xhtml')).toContain('Persuasion')
    expect(full.all).not.toContain('Not in this copy')
  })

  test('names its reader on the last page', async () => {
    const own = await fileOf(walden, 'full')
    expect(own.of('last-page.xhtml')).toContain('for Ada &lt;i&gt;&amp; Co&lt;/i&gt; .')
    const visitors = await fileOf(walden, 'visitor')
    expect(visitors.all).not.toContain('Ada')
  })

  test('links the books that it contains to each other, and others to the site', async () => {
    const all = await fileOf({ kind: 'all' }, 'full')
    const name = /<a href="(book-\d\.xhtml)">Walden</.exec(all.of('nav.xhtml'))![1]!
    const emma = /<a href="(book-\d\.xhtml)">Emma</.exec(all.of('nav.xhtml'))![1]!
    expect(all.of(name)).toContain(`<a href="${emma}">Emma:</a>`)
    const alone = await fileOf(walden, 'full')
    expect(alone.of('book-1.xhtml')).toContain(`<a href="${ORIGIN}/summaries/emma">Emma:</a>`)
  })

  test('says what the summary is about', async () => {
    const { of } = await fileOf(walden, 'full')
    const metadata = of('package.opf')
    expect(metadata).toContain('<dc:title>Walden: a summary</dc:title>')
    expect(metadata).toContain('<dc:creator id="creator">Readr</dc:creator>')
    expect(metadata).toContain('scheme="marc:relators">ant</meta>')
    expect(of('book-1.xhtml')).toContain('<h3>Consulted</h3><ul><li dir="auto">The book</li></ul>')
    expect(of('book-1.xhtml')).toContain(
      '<a href="https://standardebooks.org/walden.">standardebooks.org/walden.</a>',
    )
  })

  test('is the same twice', async () => {
    const [first, second] = [await fileOf(walden, 'visitor'), await fileOf(walden, 'visitor')]
    expect(first.bytes.equals(second.bytes)).toBe(true)
  })

  test('ends when nobody reads it', async () => {
    const contents = (await epubContents({ kind: 'all' }, null, 'full'))!
    const stream = writeEpub(contents, reader('full'), ORIGIN)
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.destroy()
    await new Promise((resolve) => stream.once('close', resolve))
    expect(stream.destroyed).toBe(true)
  })

  test('leaves out a book that is withdrawn while it is written', async () => {
    const contents = (await epubContents({ kind: 'all' }, null, 'full'))!
    await importBooks({ emma: { title: 'Emma', author: 'Austen', withdrawn: true } })
    const { bytes, of } = await read(contents, 'full')
    expect(of('nav.xhtml')).not.toContain('Emma')
    expect((await EpubCheck.validate(bytes)).errorCount).toBe(0)
  })
})

describe('highlights', () => {
  const note = (bookId: number, words: object) =>
    db().note.create({
      data: {
        ...{
          bookId,
          color: 'green',
          text: '',
          start: 0,
          end: 0,
          exact: 'x',
          prefix: '',
          suffix: '',
        },
        ...{ textHash: '', isOutdated: false, tags: '', words: '', deletedAt: null },
        ...{ createdAt: new Date(), changedAt: new Date(), colorChangedAt: new Date() },
        ...{ textChangedAt: new Date(), savedAt: new Date(), deletionChangedAt: new Date() },
        ...(words as { id: string; userId: number }),
      },
    })

  test('are in the text, with the words of their reader, where both are readable', async () => {
    const [{ id: userId }, other] = [await newReader(), await newReader()]
    const book = (await findBook('walden'))!.id
    const loaded = (await loadReadingTexts([book])).get(book)!
    const at = (exact: string) => {
      const start = loaded.text.indexOf(exact)
      return { start, end: start + exact.length, exact, textHash: loaded.hash }
    }
    await note(book, { id: 'a', userId, text: 'Mine <b>\u0007\nit is', ...at('free part') })
    await note(book, { id: 'b', userId, color: 'pink', ...at('st: High') })
    await note(book, { id: 'c', userId, text: 'Later', ...at('paid part') })
    await note(book, { id: 'd', userId: other.id, text: 'Theirs', ...at('The') })
    const chapter = async (access: Access) => {
      const contents = (await epubContents(walden, userId, access))!
      const notesIn: EpubReader['notesIn'] = (id, summary) => chapterHighlights(userId, id, summary)
      const bytes = await buffer(writeEpub(contents, { ...reader(access), notesIn }, ORIGIN))
      expect((await EpubCheck.validate(bytes)).messages).toEqual([])
      return strFromU8(unzipSync(bytes)['EPUB/book-1.xhtml']!)
    }
    const whole = await chapter('full')
    expect(whole).toContain('<p dir="auto">The <mark class="green">free part</mark>.</p>')
    expect(whole).toContain('<strong>Your note:</strong> Mine &lt;b&gt;<br/>it is</p>')
    expect(whole).toContain(
      '<strong>Co<mark class="pink">st:</mark></strong> <mark class="pink">High</mark> &amp; low',
    )
    expect(whole).not.toContain('Theirs')
    expect(whole).not.toContain('Your other highlights')
    const free = await chapter('visitor')
    expect(free).toContain('<mark class="green">free part</mark>')
    expect(free).toContain('<blockquote><p dir="auto">paid part</p></blockquote>')
    expect(free).toContain('Later')
  })
})

describe('the contents', () => {
  test('are My List, latest first', async () => {
    const { id } = await newReader()
    expect(await epubContents({ kind: 'my-list' }, id, 'full')).toBeNull()
    for (const [i, slug] of ['emma', 'walden'].entries()) {
      await setMark('saved', true, id, (await findBook(slug))!.id, new Date(2026, 1, 1 + i))
    }
    const list = await epubContents({ kind: 'my-list' }, id, 'full')
    expect(list!.books.map(({ slug }) => slug)).toEqual(['walden', 'emma'])
    expect(await epubContents({ kind: 'my-list' }, null, 'full')).toBeNull()
  })

  test('are nothing for a hidden or unknown book', async () => {
    await importBooks({ emma: { title: 'Emma', author: 'Austen', withdrawn: true } })
    for (const slug of ['emma', 'nope', '../x', 'a\u0000']) {
      expect(await epubContents({ kind: 'summary', slug }, null, 'full')).toBeNull()
      expect(await epubContents({ kind: 'collection', slug }, null, 'full')).toBeNull()
    }
  })
})
