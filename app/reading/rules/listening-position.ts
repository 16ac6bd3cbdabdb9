import type { ReadingText } from '../../catalogue/rules/summary/reading-text.ts'
import type { Spot } from './position.ts'

function rangeOf(text: ReadingText, section: string, paragraph: number) {
  const lines = text.lines.filter(
    (line) => line.section === section && line.paragraph === paragraph,
  )
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last ? { start: first.start, end: last.end } : null
}

export function charOfPosition(text: ReadingText, spot: Spot & { offset: number }): number {
  const range = rangeOf(text, spot.section, spot.paragraph)
  if (!range) return Math.round(spot.share * text.text.length)
  return Math.round(range.start + spot.offset * (range.end - range.start))
}

export function positionAtChar(text: ReadingText, char: number): Spot & { offset: number } {
  const line = text.lines.find(({ end }) => end > char) ?? text.lines.at(-1)
  if (!line) return { section: 'start', paragraph: 0, offset: 0, share: 0 }
  const { section, paragraph } = line
  const { start, end } = rangeOf(text, section, paragraph)!
  const offset = Math.min(1, Math.max(0, (char - start) / Math.max(1, end - start)))
  const share = Math.min(1, Math.max(0, char / Math.max(1, text.text.length)))
  return { section, paragraph, offset, share }
}
