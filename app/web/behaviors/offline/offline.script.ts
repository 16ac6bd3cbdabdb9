/** The offline page: says what happened, and lists the books on this device. */
import { copyToShow, type OfflineBook } from '../../../reading/rules/offline.ts'
import { currentMarks, isRefused } from '../../../reading/rules/pending-changes.ts'
import { build } from '../build-element.ts'
import { forgetStored } from '../stored.ts'
import { type Device, watchDevice } from './watch-device.ts'

const root = document.documentElement
const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)!
const setText = (name: string, text: string) => (part(name).textContent = text)
const isMyList = location.pathname === '/browse/books/my-list'
const slug = /^\/summaries\/([a-z0-9-]+)$/.exec(location.pathname)?.[1]

function show({ about, books, waiting }: Device): void {
  const readable = (book: OfflineBook) => about && copyToShow(book, about, Date.now()) !== null
  const here = books.filter(readable)
  const others = books.filter((book) => !readable(book))
  if (root.dataset['offline'] === 'not sent') {
    setText('title', 'That wasn’t sent')
    setText(
      'text',
      location.pathname === '/logout'
        ? 'You’re offline. Everything saved on this device was removed. To finish logging out, connect to the internet and log out again.'
        : 'You’re offline, so nothing was changed. Connect to the internet, go back, and send it again.',
    )
    part('again').hidden = true
  } else if (isMyList) {
    setText('title', 'My List')
    setText('text', listText(about !== undefined && about.keeps, here.length, books.length))
  } else if (slug) {
    const book = books.find((one) => one.slug === slug)
    setText(
      'title',
      book ? `${book.title} isn’t available offline` : 'This summary isn’t saved on this device',
    )
    setText('text', missingText(book))
  }
  document.title = `${part('title').textContent} · Readr`
  const { length } = waiting.filter((change) => !isRefused(change))
  part('waiting').hidden = length === 0
  setText(
    'waiting',
    length === 1
      ? 'One change you made offline will be sent when you’re back online.'
      : `${length} changes you made offline will be sent when you’re back online.`,
  )
  const shown = isMyList ? [...here, ...others] : here
  part('here').hidden = shown.length === 0
  part('here')
    .querySelector('ul')!
    .replaceChildren(
      ...shown.map((book) => {
        const said = waiting.filter((one) => one.slug === book.slug)
        const isRead = currentMarks(book, said)['read'] === true
        return item({ ...book, read: isRead }, here.includes(book))
      }),
    )
}

function listText(keeps: boolean, here: number, all: number): string {
  if (!keeps) {
    return 'You’re offline, and My List isn’t saved on this device. Next time you’re online, open My List and select “Save on this device.”'
  }
  if (here === 0) return 'You’re offline, and no books from My List are saved on this device yet.'
  return here === all
    ? 'You’re offline. All the books in My List are saved on this device.'
    : `You’re offline. ${here} of ${all} books are saved on this device.`
}

function missingText(book: OfflineBook | undefined): string {
  if (book && book.kinds.length > 0 && !book.kinds.includes('always')) {
    return 'You’re offline, and this device needs to check your plan before it can open this book. Connect to the internet and try again.'
  }
  return book
    ? 'You’re offline, and this book from My List isn’t saved on this device. Connect to the internet and try again.'
    : 'You’re offline. Only books from My List that are saved on this device open offline. Connect to the internet and try again.'
}

function item({ slug, title, author, minutes, cover, read, share }: OfflineBook, isHere: boolean) {
  const heading = build('h3', { dir: 'auto' }, title)
  if (isHere) {
    const link = build('a', { href: `/summaries/${slug}`, class: 'stretched' }, title)
    heading.replaceChildren(link)
  }
  const progress = read ? ' · Read' : share > 0 ? ` · ${Math.round(share * 100)}% read` : ''
  return build(
    'li',
    isHere ? {} : { 'data-missing': '' },
    isHere
      ? build('img', { src: cover, alt: '', width: '240', height: '360', class: 'cover' })
      : build('span', { class: 'cover', 'aria-hidden': 'true' }),
    build(
      'div',
      {},
      heading,
      build('p', { class: 'text-soft' }, author),
      build(
        'p',
        { class: 'text-sm text-soft' },
        isHere ? `${minutes} min${progress}` : 'Not saved on this device',
      ),
    ),
  )
}

part('again').querySelector('a')!.href = location.href
// The service worker removes the rest.
if (location.pathname === '/logout') forgetStored()
watchDevice(show)
// Reload once the server can be reached, unless the reader is leaving the page.
let isLeaving = false
window.addEventListener('beforeunload', () => (isLeaving = true))
if (root.dataset['offline'] === 'page') {
  window.addEventListener('online', () => {
    void fetch(location.href, { method: 'HEAD' }).then(
      () => isLeaving || location.reload(),
      () => undefined,
    )
  })
}
