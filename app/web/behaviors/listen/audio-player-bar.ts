import { summaryPath } from '../../../catalogue/rules/addresses.ts'
import type { AudioChapter } from '../../../catalogue/rules/audio/timeline.ts'
import { build } from '../build-element.ts'
import { timeInWords, timeText } from './audio-chapters.ts'
import type { AudioTrack } from './audio-track.ts'
import { buildSelect, withLabel, PlayerBar, buildIconButton } from './player-bar.ts'

type BarActions = ConstructorParameters<typeof PlayerBar>[0] & {
  back(): void
  seek(seconds: number): void
}

/** The player of an audio: also seeks, and leads to its summary. */
export function buildAudioPlayerBar(
  { slug, title }: AudioTrack,
  chapters: readonly AudioChapter[],
  duration: number,
  rate: number,
  actions: BarActions,
) {
  const chapterName = build('span', { class: 'text-sm text-soft' })
  const text = build('a', { href: summaryPath(slug) }, build('strong', {}, title), chapterName)
  const progress = build('progress', { class: 'progress', 'aria-hidden': 'true' })
  const slider = build('input', { type: 'range', min: '0', class: 'w-full accent-accent' })
  slider.max = String(Math.floor(duration))
  slider.addEventListener('input', () => actions.seek(Number(slider.value)))
  const time = build('span', {})
  const places = buildSelect(
    chapters.map((chapter) => [String(chapter.startMs), chapter.title]),
    '',
    (value) => actions.seek(Number(value) / 1000),
  )
  const bar = new PlayerBar(actions, {
    rate,
    more: 'Chapters and timer',
    line: [buildIconButton('↺15', 'Back 15 seconds', actions.back)],
    text,
    sheet: [withLabel('Go to', places), build('label', {}, 'Time ', time, slider)],
  })
  bar.element.append(progress)
  return {
    bar,
    showTime(seconds: number, chapter: AudioChapter | undefined): void {
      progress.value = duration > 0 ? Math.min(1, seconds / duration) : 0
      slider.value = String(Math.floor(seconds))
      slider.ariaValueText = `${timeInWords(seconds)} of ${timeInWords(duration)}`
      time.textContent = `${timeText(seconds)} / ${timeText(duration)}`
      chapterName.textContent = chapter?.title ?? ''
      if (chapter) places.value = String(chapter.startMs)
    },
  }
}
