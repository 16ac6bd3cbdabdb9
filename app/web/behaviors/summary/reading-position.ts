import { followReading, type Reading } from '../../../reading/rules/follow-reading.ts'
import { FINISHED_SHARE } from '../../../reading/rules/marks.ts'
import type { PositionFields } from '../../../reading/rules/offline.ts'
import { type Opening, paragraphId, type Place } from '../../../reading/rules/position.ts'
import { closest, isPlainClick } from '../events.ts'
import { onScroll } from '../on-scroll.ts'
import { pageReader } from '../page-reader.ts'
import { showToast } from '../toast.ts'
import { placeOf, type Point, pointIn, scrollToPlace } from './text-places.ts'

/** Milliseconds without scrolling after which the reader rests. */
const REST_MS = 2000

/** How long a followed link waits until the position is saved. */
const SAVE_TIMEOUT_MS = 1000

export interface PositionOptions {
  address: string
  /** Where to report that the reader sees the page; only for a prefetched one. */
  view?: string
  /** How much of the whole text the article shows, 0 to 1. */
  readable: number
  /** null: the reader has not begun the book. */
  opening: Opening | null
}

/** What readers do before the page may be where they want it. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * Opens an article where the reader stopped, unless the address has a fragment, and saves how far they
 * come.
 * @param isRestored the browser scrolls to where the page was: after Back, or when it is loaded again
 * @returns ends it
 */
export function saveReadingPosition(article: HTMLElement, isRestored = false): () => void {
  const given = article.querySelector<HTMLElement>('[data-position]')!.dataset['position']!
  const options = JSON.parse(given) as PositionOptions
  const { address, view, readable } = options
  if (view) navigator.sendBeacon(view, new URLSearchParams({ reader: pageReader() }))
  const opening = openingOfCopy() ?? options.opening
  const places = [opening?.last, opening?.furthest].filter((place) => !!place)
  const ended = new AbortController()
  const { signal } = ended
  let here = pointIn(article, readable)
  let settled = here
  let sent: Point | null = opening && pointOf(opening)
  let reading: Reading<Point> | null = sent && followReading(null as Reading<Point> | null, sent)
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<unknown> | null = null

  const update = () => {
    const point = pointIn(article, readable)
    if (!point || (here && isSame(point, here))) return
    here = point
    clearTimeout(timer)
    timer = setTimeout(settle, REST_MS)
  }
  const settle = () => {
    clearTimeout(timer)
    if (!here || here === settled) return
    settled = here
    const glanced = reading?.back
    reading = followReading(reading, here)
    const { last, back } = reading
    if (!back) closeOffer()
    else if (!glanced && last.section && last.section !== here.section) {
      offer(placeOf(article, last))
    }
    if (sent && isSame(last, sent)) return
    sent = last
    // Is sent even while the page closes.
    const fields = formOf(last, here.at)
    const answer = fetch(address, { method: 'POST', body: fields, keepalive: true }).catch(() => {})
    sending = answer
    void answer.then(() => sending === answer && (sending = null))
  }
  const offer = (place: Place) => {
    places.push(place)
    const label = `Back to where you were: ${place.label}`
    showToast('', { href: `#${fragmentOf(place)}`, label })
  }
  const jump = (event: MouseEvent) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href]')
    const place = places.find((one) => `#${fragmentOf(one)}` === link?.getAttribute('href'))
    if (place) {
      event.preventDefault()
      event.stopPropagation()
      closeOffer()
      scrollToPlace(article, place)?.focus({ preventScroll: true })
    } else if (link) {
      settle()
      if (sending && leads(event, link)) wait(event, link)
    }
  }
  const wait = (event: MouseEvent, link: HTMLAnchorElement) => {
    event.preventDefault()
    event.stopPropagation()
    const follow = () => {
      sending = null
      link.click()
    }
    const late = new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS))
    void Promise.race([sending, late]).then(follow)
  }
  const listen = (target: EventTarget, event: string, work: (event: never) => void) =>
    target.addEventListener(event, work as EventListener, { signal, capture: true, passive: false })
  const stopScroll = onScroll(update)
  listen(document, 'click', jump)
  listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && settle())
  // Before Back asks for the page before; not every browser sends it.
  listen(window, 'beforeunload', settle)
  listen(window, 'pagehide', settle)

  const { last, furthest } = opening ?? {}
  if (last && !isRestored && !hasOtherFragment(article, furthest ?? last)) {
    const open = () => {
      if (signal.aborted || isMoved) return
      scrollToPlace(article, last)
      here = settled = pointIn(article, readable)
    }
    let isMoved = false
    for (const input of INPUTS) listen(window, input, () => (isMoved = true))
    open()
    // Until the layout is complete, and the browser has scrolled to the fragment.
    requestAnimationFrame(open)
    void document.fonts.ready.then(open)
    listen(window, 'load', open)
    if (furthest) offer(furthest)
  } else if (last) {
    settled = null
    timer = setTimeout(settle, REST_MS)
  }
  return () => {
    settle()
    clearTimeout(timer)
    stopScroll()
    ended.abort()
  }
}

/** Where the service worker opens a copy: positions are later than the copy. */
function openingOfCopy(): Opening | null {
  const written = document.documentElement.dataset['position']
  if (!written) return null
  const { section, paragraph, offset, share } = JSON.parse(written) as PositionFields
  const last = {
    section: section!,
    paragraph: Number(paragraph),
    offset: Number(offset),
    label: '',
  }
  const isFinished = Number(share) >= FINISHED_SHARE
  return isFinished
    ? { last: null, furthest: null, share: 1 }
    : { last, furthest: null, share: Number(share) }
}

const isSame = (a: Point, b: Point) =>
  a.section === b.section &&
  a.paragraph === b.paragraph &&
  a.offset === b.offset &&
  a.share === b.share

const fragmentOf = ({ section, paragraph }: Place) => paragraphId(section, paragraph)

/** A finished book has no place; its reader can only glance at it, or begin again. */
const pointOf = ({ last, share }: Opening): Point => ({
  ...(last ?? { section: '', paragraph: 0, offset: 0 }),
  share,
  window: 0,
  at: 0,
})

/**
 * Whether the address names another place of the article. A paragraph that the reader has read is a
 * position: now or, in a list that was loaded before, earlier.
 */
function hasOtherFragment(article: HTMLElement, furthest: Place): boolean {
  const id = location.hash.slice(1)
  const named = article.closest('dialog') ? null : document.getElementById(id)
  const read = document.getElementById(fragmentOf(furthest))
  if (!named || !read || !id.includes('_')) return named !== null
  return (read.compareDocumentPosition(named) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

const leads = (event: MouseEvent, { target, host, pathname, search }: HTMLAnchorElement) =>
  isPlainClick(event) &&
  !target &&
  host === location.host &&
  pathname + search !== location.pathname + location.search

const closeOffer = () => document.querySelector('.toast:has([href^="#"])')?.remove()

const formOf = ({ section, paragraph, offset, share }: Point, at: number) =>
  new URLSearchParams({
    reader: pageReader(),
    section,
    paragraph: String(paragraph),
    offset: offset.toFixed(3),
    share: share.toFixed(4),
    placedAt: new Date(at).toISOString(),
    sentAt: new Date().toISOString(),
  })
