import { onScroll } from '../on-scroll.ts'
import { queryAll, readingLine } from './article-in-view.ts'

/** Milliseconds without scrolling after which the position is sent to the server. */
const REST_MS = 2000

/** The attribute data-position of an article, as JSON. */
export interface PositionOptions {
  /** The address that positions are sent to. */
  address: string
  /** How much of the whole text the article shows, 0 to 1. */
  readable: number
  /** Where the reader stopped the last time. */
  resume: { section: string; paragraph: number } | null
}

interface Position {
  section: string
  paragraph: number
  /** How much of the whole text lies before it, 0 to 1. */
  share: number
  placedAt: Date
}

/**
 * Saves how far the reader has come in an article, and scrolls to the paragraph where they stopped.
 * @returns ends it
 */
export function saveReadingPosition(article: HTMLElement): () => void {
  const { address, readable, resume } = JSON.parse(article.dataset['position']!) as PositionOptions
  let current: Position | null = null
  let sent: Position | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    if (!current || isSame(current, sent)) return
    sent = current
    const { section, paragraph, share, placedAt } = current
    const body = new URLSearchParams({
      section,
      paragraph: String(paragraph),
      share: share.toFixed(4),
      placedAt: placedAt.toISOString(),
      sentAt: new Date().toISOString(),
    })
    // A beacon is sent even while the page closes.
    navigator.sendBeacon(address, body)
  }
  const update = () => {
    const position = positionIn(article, readable)
    if (!position || isSame(position, current)) return
    current = position
    clearTimeout(timer)
    timer = setTimeout(send, REST_MS)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send()
  }
  const stopScroll = onScroll(update)
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('pagehide', send)
  if (resume && resume.paragraph > 0 && location.hash === `#${resume.section}`) {
    const section = sectionsOf(article).find((one) => idOf(one) === resume.section)
    blocksOf(section)[resume.paragraph]?.scrollIntoView({ block: 'center' })
  }
  return () => {
    send()
    stopScroll()
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', send)
  }
}

const isSame = (a: Position, b: Position | null) => a.section === b?.section && a.share === b.share
const sectionsOf = (article: HTMLElement) => queryAll<HTMLElement>('.summary-text section', article)
const idOf = (section: HTMLElement) => section.getAttribute('aria-labelledby') ?? 'start'
const blocksOf = (section: HTMLElement | undefined) =>
  [...(section?.children ?? [])].filter((child) => /^(?:P|UL|OL)$/.test(child.tagName))

function positionIn(article: HTMLElement, readable: number): Position | null {
  const sections = sectionsOf(article)
  const first = sections[0]
  const last = sections.at(-1)
  if (!first || !last) return null
  const line = readingLine()
  const isAbove = (element: Element) => element.getBoundingClientRect().top <= line
  const top = first.getBoundingClientRect().top
  const bottom = last.getBoundingClientRect().bottom
  if (top > line) return null
  const section = sections.findLast(isAbove) ?? first
  // Once its end is in the window the text was read to the end.
  const part = bottom <= window.innerHeight ? 1 : (line - top) / (bottom - top)
  return {
    section: idOf(section),
    paragraph: Math.max(0, blocksOf(section).findLastIndex(isAbove)),
    share: Number((Math.min(1, Math.max(0, part)) * readable).toFixed(4)),
    placedAt: new Date(),
  }
}
