/** Says on the offline page what happened, and what is there to read. */
import { copyToShow, type KeptBook, marksNow } from '../../../reading/rules/offline.ts'
import { build } from '../build-element.ts'
import { type Device, followDevice } from './device.ts'

const root = document.documentElement
const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)!
const write = (name: string, text: string) => (part(name).textContent = text)
const isMyList = location.pathname === '/browse/books/my-list'
const slug = /^\/summaries\/([a-z0-9-]+)$/.exec(location.pathname)?.[1]

function tell({ about, books, waiting }: Device): void {
  const readable = (book: KeptBook) => about && copyToShow(book, about, Date.now()) !== null
  const here = books.filter(readable)
  const others = books.filter((book) => !readable(book))
  if (root.dataset['offline'] === 'not sent') {
    write('title', 'That was not sent')
    write(
      'text',
      location.pathname === '/logout'
        ? 'You are offline. What was kept on this device is removed; to sign out everywhere else, connect and sign out once more.'
        : 'You are offline, so nothing was changed. Connect, go back and send it again.',
    )
    part('again').hidden = true
  } else if (isMyList) {
    write('title', 'My List')
    write('text', listText(about !== undefined && about.keeps, here.length, books.length))
  } else if (slug) {
    const book = books.find((one) => one.slug === slug)
    write('title', book ? `${book.title} is not here now` : 'This summary is not on this device')
    write('text', missingText(book))
  }
  document.title = `${part('title').textContent} · Readr`
  const { length } = waiting
  part('waiting').hidden = length === 0
  write(
    'waiting',
    length === 1
      ? 'One change made offline is sent when you are connected again.'
      : `${length} changes made offline are sent when you are connected again.`,
  )
  const shown = isMyList ? [...here, ...others] : here
  part('here').hidden = shown.length === 0
  part('here')
    .querySelector('ul')!
    .replaceChildren(
      ...shown.map((book) => {
        const said = waiting.filter((one) => one.slug === book.slug)
        const isRead = marksNow(book, said)['read'] === true
        return item({ ...book, read: isRead }, here.includes(book))
      }),
    )
}

function listText(keeps: boolean, here: number, all: number): string {
  if (!keeps) {
    return 'You are offline, and My List is not kept on this device. Connect, open My List and choose “Keep on this device”.'
  }
  if (here === 0) return 'You are offline, and no book of My List is on this device yet.'
  return here === all
    ? 'You are offline. Everything on your list is here to read.'
    : `You are offline. ${here} of ${all} books are here to read.`
}

function missingText(book: KeptBook | undefined): string {
  if (book && book.kinds.length > 0 && !book.kinds.includes('always')) {
    return 'You are offline, and this device has to hear about your plan again before it opens this book. Connect and try again.'
  }
  return book
    ? 'You are offline, and this book of My List is not saved on this device. Connect and try again.'
    : 'You are offline. What is on My List and kept on this device opens without a connection; for this one, connect and try again.'
}

function item({ slug, title, author, minutes, cover, read, share }: KeptBook, isHere: boolean) {
  const heading = build('h3', { dir: 'auto' }, title)
  if (isHere) {
    const link = build('a', { href: `/summaries/${slug}`, class: 'stretched' }, title)
    heading.replaceChildren(link)
  }
  const progress = read ? ' · Read' : share > 0 ? ` · ${Math.round(share * 100)} % read` : ''
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
followDevice(tell)
// What was asked for can come now, where the network that is back leads anywhere, and unless the
// reader is on the way to another page.
let leaves = false
window.addEventListener('beforeunload', () => (leaves = true))
if (root.dataset['offline'] === 'page') {
  window.addEventListener('online', () => {
    void fetch(location.href, { method: 'HEAD' }).then(
      () => leaves || location.reload(),
      () => undefined,
    )
  })
}
