/**
 * Plays the audio of a summary, and continues on the next page. summary/start-listening.ts loads this script when
 * a reader selects Listen, and then sends the button a `readr:listen` event. On the next page,
 * shell/continue-playing.ts loads it.
 */
import { showToast } from '../toast.ts'
import { queryAll } from '../summary/article-in-view.ts'
import { buildAudioPlayerBar } from './audio-player-bar.ts'
import {
  chapterAt,
  isTimeToStop,
  nextChapter,
  previousChapter,
  timingAt,
} from './audio-chapters.ts'
import {
  type AudioAnswer,
  fetchAudio,
  type PlayingTrack,
  startSeconds,
  storedPlayingTrack,
  storePlayingTrack,
  type AudioTrack,
  trackOf,
} from './audio-track.ts'
import { followText } from './follow-text.ts'
import { loadListeningSettings, saveListeningSettings } from './listening-settings.ts'
import { handleMediaKeys } from './media-keys.ts'
import type { SleepTimer } from './speech-queue.ts'
import { saveListeningPosition } from './save-listening-position.ts'

const BACK_S = 15
/** A new address is asked for at most this often. */
const RENEW_EVERY_MS = 30_000

const ENDED = 'You’ve reached the end.'
const FREE_ENDED = 'The free part ends here.'
const FAILED = 'The audio didn’t load. Select Play to try again.'

let close: (() => void) | null = null

/** @param audio an element that may play: iPhones allow only one that has played during a tap */
async function play(
  track: AudioTrack,
  audio: HTMLAudioElement,
  before: PlayingTrack | null,
): Promise<void> {
  close?.()
  let facts: AudioAnswer = await fetchAudio(track.call)
  const { chapters, timings, durationSeconds, isWhole } = facts
  const choices = loadListeningSettings()
  const text = followText(track.slug)
  const saving = track.isReader ? saveListeningPosition(track.slug) : null
  let timer: SleepTimer = null
  let last = startSeconds(before, facts, Date.now())
  let renewedAt = Date.now()
  let message: string | undefined

  /** After an error, an element still says that it is not paused. */
  const isPlaying = () => !audio.paused && !audio.error
  const seek = (seconds: number) => {
    message = undefined
    audio.currentTime = Math.min(Math.max(0, seconds), durationSeconds)
  }
  const start = () => {
    if (message === FAILED) void renew()
    else void audio.play().catch(() => showState())
  }
  const actions = {
    toggle: () => (isPlaying() ? audio.pause() : start()),
    previous: () => seek(previousChapter(chapters, audio.currentTime)),
    next: () => seek(nextChapter(chapters, audio.currentTime) ?? durationSeconds),
    back: () => seek(audio.currentTime - BACK_S),
    seek,
    setRate(rate: number) {
      audio.playbackRate = rate
      saveListeningSettings({ ...loadListeningSettings(), rate })
    },
    setSleepTimer: (chosen: SleepTimer) => (timer = chosen),
    close: () => close?.(),
  }
  const { bar, showTime } = buildAudioPlayerBar(
    track,
    chapters,
    durationSeconds,
    choices.rate,
    actions,
  )
  const keys = handleMediaKeys(track.title, track.cover, {
    play: start,
    pause: () => audio.pause(),
    nexttrack: actions.next,
    previoustrack: actions.previous,
    seekbackward: actions.back,
    seekforward: () => seek(audio.currentTime + BACK_S),
    seekto: ({ seekTime }) => seek(seekTime ?? 0),
  })

  /** Into the dialog over the page, if there is one: nothing outside of it can be used. */
  const place = () => {
    const home = queryAll('dialog.reader-dialog[open]').at(-1) ?? document.body
    if (bar.element.parentElement !== home) home.append(bar.element)
  }
  const showState = () => {
    const plays = isPlaying()
    if (audio.ended) message = isWhole ? ENDED : FREE_ENDED
    else if (plays) message = undefined
    bar.show(plays, timer, message)
    keys.show(plays, chapters[chapterAt(chapters, audio.currentTime)]?.title ?? '')
  }
  const remember = (isNow: boolean) => {
    const seconds = audio.currentTime
    storePlayingTrack({ ...track, seconds, plays: isPlaying(), at: Date.now() })
    saving?.save(seconds, isNow)
  }
  const onTime = () => {
    const seconds = audio.currentTime
    if (!audio.paused && isTimeToStop(timer, chapters, last, seconds, Date.now())) {
      timer = null
      audio.pause()
    }
    if (chapterAt(chapters, last) !== chapterAt(chapters, seconds)) showState()
    last = seconds
    place()
    showTime(seconds, chapters[chapterAt(chapters, seconds)])
    if (timings && !audio.paused) text.show(timingAt(timings, seconds))
    if (!audio.paused) remember(false)
  }
  /** The address works for a limited time. */
  const renew = async () => {
    const seconds = last
    renewedAt = Date.now()
    try {
      facts = await fetchAudio(track.call)
      load(seconds)
      await audio.play()
    } catch {
      message = FAILED
      showState()
    }
  }
  const onError = () => {
    if (Date.now() - renewedAt > RENEW_EVERY_MS) return void renew()
    message = FAILED
    showState()
  }
  const load = (seconds: number) => {
    audio.loop = false
    audio.src = facts.url
    audio.currentTime = seconds
    audio.playbackRate = audio.defaultPlaybackRate = choices.rate
  }
  const onChange = () => {
    showState()
    remember(true)
  }
  const leave = () => remember(true)
  const heard: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    timeupdate: onTime,
    seeked: () => remember(true),
    play: onChange,
    pause: onChange,
    ended: onChange,
    error: onError,
  }
  load(last)
  for (const [event, act] of Object.entries(heard)) audio.addEventListener(event, act)
  window.addEventListener('pagehide', leave)
  for (const event of ['close', 'toggle']) document.addEventListener(event, place, true)
  close = () => {
    close = null
    for (const [event, act] of Object.entries(heard)) audio.removeEventListener(event, act)
    window.removeEventListener('pagehide', leave)
    for (const event of ['close', 'toggle']) document.removeEventListener(event, place, true)
    remember(true)
    audio.pause()
    audio.removeAttribute('src')
    storePlayingTrack(null)
    keys.end()
    text.end()
    const hadFocus = bar.element.contains(document.activeElement)
    bar.element.remove()
    if (hadFocus) document.querySelector<HTMLElement>('[data-listen]')?.focus()
  }
  place()
  showTime(last, chapters[chapterAt(chapters, last)])
  showState()
  if (!before) bar.focus()
  if (!before || before.plays) start()
}

document.addEventListener('readr:listen', (event) => {
  const { target, detail: audio } = event as CustomEvent<HTMLAudioElement>
  const button = target as HTMLElement
  if (!button.dataset['audio']) return
  play(trackOf(button.closest('article')!, button), audio, null).catch(() => {
    audio.pause()
    showToast('The audio didn’t load. Check your connection and try again.')
  })
})

const before = storedPlayingTrack()
// What cannot be continued is not offered on the page after this one.
if (before) play(before, new Audio(), before).catch(() => storePlayingTrack(null))
