import { summaryPath } from './addresses.ts'

/** Words that name the beginning and the end of a passage. */
const NAMED_WORDS = 5

/** What a text fragment treats as syntax; https://wicg.github.io/scroll-to-text-fragment/. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D')

/**
 * The address that opens a summary at a passage: browsers scroll to it and mark it. Those that cannot go to
 * its section.
 */
export function passagePath(slug: string, section: string, text: string): string {
  const words = text.split(' ')
  const named =
    words.length <= 2 * NAMED_WORDS
      ? encoded(text)
      : [words.slice(0, NAMED_WORDS), words.slice(-NAMED_WORDS)]
          .map((part) => encoded(part.join(' ')))
          .join(',')
  return `${summaryPath(slug)}#${section}:~:text=${named}`
}
