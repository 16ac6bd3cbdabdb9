/**
 * Reads a summary aloud with the device's own voices. summary/listen.ts loads this script when a reader
 * selects Listen, and then sends the article a `readr:listen` event.
 */
import { highlightSentence, removeHighlight } from './highlight-sentence.ts'
import { ListenBar } from './listen-bar.ts'
import { type ListenChoices, loadChoices, saveChoices } from './listen-choices.ts'
import { handleMediaKeys } from './media-keys.ts'
import { passagesOf } from './passages.ts'
import { Player, type PlayerState, type Speaker } from './player.ts'

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

let close: (() => void) | null = null

function listen(article: HTMLElement): void {
  close?.()
  speaker.stop()
  const passages = passagesOf(article)
  let choices: ListenChoices = loadChoices()
  const title = article.querySelector('h1')?.textContent ?? ''
  const keys = handleMediaKeys(title, article.querySelector('img')?.src ?? null)
  let highlighted = -1
  const show = (state: PlayerState) => {
    const passage = passages.all[state.index]
    if (!article.isConnected || !passage) return close?.()
    bar.show(state, passage.text)
    keys.show(state.status, passages.headings[passage.idea] ?? '')
    if (state.index === highlighted) return
    highlighted = state.index
    highlightSentence(passage)
  }
  const player = new Player(passages.all, speaker, Date.now, show, choices)
  const bar = new ListenBar(
    {
      toggle: () => player.toggle(),
      previous: () => player.previousIdea(),
      next: () => player.nextIdea(),
      choose(choice) {
        choices = { ...choices, ...choice }
        saveChoices(choices)
        player.choose(choice)
      },
      setSleepTimer: (timer) => player.setSleepTimer(timer),
      close: () => close?.(),
    },
    choices,
  )
  const offerVoices = () => bar.offerVoices(englishVoices())
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
    keys.end()
    removeHighlight()
    bar.element.remove()
    article.querySelector<HTMLElement>('[data-listen]')?.focus()
  }
  // Stop with the page, or with the dialog that shows the summary.
  window.addEventListener('pagehide', stop)
  document.addEventListener('close', stop, true)
  speechSynthesis.addEventListener('voiceschanged', offerVoices)
  offerVoices()
  keys.begin(player)
  article.append(bar.element)
  bar.focus()
  player.play()
}

document.addEventListener('readr:listen', ({ target }) => {
  if (target instanceof HTMLElement) listen(target)
})
