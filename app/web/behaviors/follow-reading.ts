/**
 * Keeps where a reader is in a summary: what stands a little above the middle of the window is
 * being read. Runs with and without the framework.
 */

/** Milliseconds without scrolling after which a place is told to the server. */
const REST_MS = 2000
/** Where in the window the eyes are, from its top. */
const READING_LINE = 0.4

interface Spot {
  section: string
  paragraph: number
  share: number
  placedAt: Date
}

/**
 * Follows the reading of an article until it is let go.
 * @param readable how much of the whole text the article shows, 0 to 1
 */
export function followReading(
  article: HTMLElement,
  { address, readable, resume }: FollowOptions,
): () => void {
  let current: Spot | null = null
  let sent: Spot | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0

  const tell = () => {
    clearTimeout(timer)
    if (!current || (sent?.section === current.section && sent.share === current.share)) return
    sent = current
    const { section, paragraph, share, placedAt } = current
    const body = new URLSearchParams({
      section,
      paragraph: String(paragraph),
      share: share.toFixed(4),
      placedAt: placedAt.toISOString(),
      sentAt: new Date().toISOString(),
    })
    // It also gets through while the page goes away.
    navigator.sendBeacon(address, body)
  }
  const look = () => {
    frame = 0
    const spot = spotIn(article, readable)
    if (!spot || (current?.share === spot.share && current.section === spot.section)) return
    current = spot
    clearTimeout(timer)
    timer = setTimeout(tell, REST_MS)
  }
  const onScroll = () => {
    frame ||= requestAnimationFrame(look)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') tell()
  }
  // A dialog scrolls by itself, and its scrolling does not bubble.
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('pagehide', tell)
  if (resume && resume.paragraph > 0 && location.hash === `#${resume.section}`) {
    blocksOf(sectionsOf(article).find((one) => idOf(one) === resume.section))[
      resume.paragraph
    ]?.scrollIntoView({ block: 'center' })
  }
  return () => {
    tell()
    cancelAnimationFrame(frame)
    document.removeEventListener('scroll', onScroll, { capture: true })
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', tell)
  }
}

export interface FollowOptions {
  /** Where places are sent. */
  address: string
  readable: number
  /** Where the reader stopped the last time. */
  resume: { section: string; paragraph: number } | null
}

const sectionsOf = (article: HTMLElement) => [
  ...article.querySelectorAll<HTMLElement>('.summary-text > section'),
]
const idOf = (section: HTMLElement) => section.getAttribute('aria-labelledby') ?? 'start'
const blocksOf = (section: HTMLElement | undefined) =>
  [...(section?.children ?? [])].filter((child) => /^(?:P|UL|OL)$/.test(child.tagName))

function spotIn(article: HTMLElement, readable: number): Spot | null {
  const sections = sectionsOf(article)
  const first = sections[0]
  const last = sections.at(-1)
  if (!first || !last) return null
  const line = window.innerHeight * READING_LINE
  const top = first.getBoundingClientRect().top
  const bottom = last.getBoundingClientRect().bottom
  if (top > line) return null
  const section = sections.findLast((one) => one.getBoundingClientRect().top <= line) ?? first
  const blocks = blocksOf(section)
  const paragraph = blocks.findLastIndex((one) => one.getBoundingClientRect().top <= line)
  // Once the end is in view it has been reached, however far the page scrolls on.
  const part = bottom <= window.innerHeight ? 1 : (line - top) / (bottom - top)
  return {
    section: idOf(section),
    paragraph: Math.max(0, paragraph),
    share: Number((Math.min(1, Math.max(0, part)) * readable).toFixed(4)),
    placedAt: new Date(),
  }
}
