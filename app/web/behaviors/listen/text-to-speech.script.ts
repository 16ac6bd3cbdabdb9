/**
 * Reads a summary aloud with the device's own voices. summary/start-listening.ts loads this script when a reader
 * selects Listen, and then sends the button a `readr:listen` event.
 */
import { markSpokenSentence, unmarkSpokenSentence } from './mark-spoken-sentence.ts'
import { showToast } from '../toast.ts'
import { build } from '../build-element.ts'
import { PlayerBar } from './player-bar.ts'
import {
  type ListeningSettings,
  loadListeningSettings,
  saveListeningSettings,
} from './listening-settings.ts'
import { handleMediaKeys } from './media-keys.ts'
import { articleSentences } from './article-sentences.ts'
import { SpeechQueue, type SpeechQueueState, type Speaker } from './speech-queue.ts'
import { textRange } from './text-range.ts'
import { buildVoiceChoice } from './voice-choice.ts'

const englishVoices = () => speechSynthesis.getVoices().filter(({ lang }) => /^en\b/i.test(lang))

/** Some devices fail to speak without an error: after this time in milliseconds it counts as failed. */
const SPEECH_START_TIMEOUT_MS = 4000

/** Holds the utterance: without a reference to it, browsers lose its end event. */
const speaking = new Set<SpeechSynthesisUtterance>()

const speaker: Speaker = {
  say(text, { rate, voice }, done) {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = 'en'
    utterance.rate = rate
    utterance.voice = englishVoices().find(({ voiceURI }) => voiceURI === voice) ?? null
    utterance.addEventListener('end', () => done(false))
    utterance.addEventListener('error', ({ error }) => {
      if (error !== 'interrupted' && error !== 'canceled') done(true)
    })
    speaking.clear()
    speaking.add(utterance)
    speechSynthesis.speak(utterance)
    setTimeout(() => speechSynthesis.speaking || done(true), SPEECH_START_TIMEOUT_MS)
  },
  stop() {
    speaking.clear()
    speechSynthesis.cancel()
  },
}

const NO_SPEECH = 'This browser can’t read aloud. Try another one, such as Chrome, Edge, or Safari.'
const NO_VOICE = 'This device has no English voice. Add one in its settings.'

const STATUS_TEXT: Partial<Record<SpeechQueueState['status'], string>> = {
  ended: 'You’ve reached the end.',
  failed: 'The voice didn’t start. Select Play to try again.',
}

let close: (() => void) | null = null

/** @param silence plays while the voice does: browsers give media keys only to a page that plays sound */
function listen(article: HTMLElement, silence: HTMLAudioElement): void {
  close?.()
  speaker.stop()
  const passages = articleSentences(article)
  let choices: ListeningSettings = loadListeningSettings()
  const title = article.querySelector('h1')?.textContent ?? ''
  let highlighted = -1
  const show = (state: SpeechQueueState) => {
    const passage = passages.all[state.index]
    if (!article.isConnected || !passage) return close?.()
    const plays = state.status === 'playing'
    sentence.textContent = passage.text
    const isSilent = state.status === 'failed' && englishVoices().length === 0
    bar.show(plays, state.sleepTimer, isSilent ? NO_VOICE : STATUS_TEXT[state.status])
    if (plays) void silence.play().catch(() => {})
    else silence.pause()
    keys.show(plays, passages.headings[passage.idea] ?? '')
    if (state.index === highlighted) return
    highlighted = state.index
    markSpokenSentence([textRange(passage.block, passage.start, passage.end)], [passage.block])
  }
  const player = new SpeechQueue(passages.all, speaker, Date.now, show, choices)
  const choose = (choice: Partial<ListeningSettings>) => {
    choices = { ...choices, ...choice }
    saveListeningSettings(choices)
    player.choose(choice)
  }
  const keys = handleMediaKeys(title, article.querySelector('img')?.src ?? null, {
    play: () => player.play(),
    pause: () => player.pause(),
    nexttrack: () => player.nextIdea(),
    previoustrack: () => player.previousIdea(),
  })
  silence.loop = true
  const sentence = build('span', {})
  const voice = buildVoiceChoice(choices.voice, (chosen) => choose({ voice: chosen }))
  const bar = new PlayerBar(
    {
      toggle: () => player.toggle(),
      previous: () => player.previousIdea(),
      next: () => player.nextIdea(),
      setRate: (rate) => choose({ rate }),
      setSleepTimer: (timer) => player.setSleepTimer(timer),
      close: () => close?.(),
    },
    {
      rate: choices.rate,
      more: 'Timer and voice',
      text: sentence,
      sheet: [voice.element, build('p', {}, 'Read by your device’s voice.')],
    },
  )
  const offerVoices = () => voice.offer(englishVoices())
  const stop = ({ target }: Event) => {
    if ((target as Node).contains(article)) close?.()
  }
  close = () => {
    close = null
    player.pause()
    speaker.stop()
    speechSynthesis.removeEventListener('voiceschanged', offerVoices)
    window.removeEventListener('pagehide', stop)
    document.removeEventListener('close', stop, true)
    silence.pause()
    keys.end()
    unmarkSpokenSentence()
    bar.element.remove()
    article.querySelector<HTMLElement>('[data-listen]')?.focus()
  }
  // Stop with the page, or with the dialog that shows the summary.
  window.addEventListener('pagehide', stop)
  document.addEventListener('close', stop, true)
  speechSynthesis.addEventListener('voiceschanged', offerVoices)
  offerVoices()
  article.append(bar.element)
  bar.focus()
  player.play()
}

document.addEventListener('readr:listen', (event) => {
  const { target, detail: silence } = event as CustomEvent<HTMLAudioElement>
  const button = target as HTMLElement
  if (button.dataset['audio']) return
  if ('speechSynthesis' in window) listen(button.closest('article')!, silence)
  else showToast(NO_SPEECH)
})
