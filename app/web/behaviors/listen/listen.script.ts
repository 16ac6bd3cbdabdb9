/**
 * Reads a summary aloud with the device's own voices. Fetched when a reader asks for it
 * (follow-summary.ts), which then tells the article `readr:listen`.
 */
import { type Chosen, chosenBefore, keepChosen } from './chosen.ts'
import { showSentence, showNothing } from './highlight.ts'
import { ListenBar } from './listen-bar.ts'
import { followMediaKeys } from './media-keys.ts'
import { Player, type PlayerState, type Speaker } from './player.ts'
import { passagesOf } from './passages.ts'

const voices = () => speechSynthesis.getVoices().filter(({ lang }) => /^en\b/i.test(lang))

/** Milliseconds after which a device that says nothing has not begun, for some say nothing of it. */
const BEGINS_MS = 4000

/** Kept while it speaks: browsers forget the end of what nobody holds. */
const speaking = new Set<SpeechSynthesisUtterance>()

const speaker: Speaker = {
  say(text, { rate, voice }, done) {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = 'en'
    utterance.rate = rate
    utterance.voice = voices().find(({ voiceURI }) => voiceURI === voice) ?? null
    utterance.addEventListener('end', () => done(false))
    utterance.addEventListener('error', ({ error }) => {
      if (error !== 'interrupted' && error !== 'canceled') done(true)
    })
    speaking.clear()
    speaking.add(utterance)
    speechSynthesis.speak(utterance)
    setTimeout(() => speechSynthesis.speaking || done(true), BEGINS_MS)
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
  let chosen: Chosen = chosenBefore()
  const title = article.querySelector('h1')?.textContent ?? ''
  const keys = followMediaKeys(title, article.querySelector('img')?.src ?? null)
  let shown = -1
  const show = (state: PlayerState) => {
    const passage = passages.all[state.index]
    if (!article.isConnected || !passage) return close?.()
    const section = passages.headings[passage.idea] ?? ''
    bar.show(state, section)
    keys.show(state.status, section)
    if (state.index === shown) return
    shown = state.index
    showSentence(passage)
  }
  const player = new Player(passages.all, speaker, Date.now, show, chosen)
  const bar = new ListenBar(
    {
      toggle: () => player.toggle(),
      previous: () => player.previousIdea(),
      next: () => player.nextIdea(),
      choose(choice) {
        chosen = { ...chosen, ...choice }
        keepChosen(chosen)
        player.choose(choice)
      },
      sleep: (sleep) => player.sleep(sleep),
      close: () => close?.(),
    },
    chosen,
  )
  // What lies over the foot of the window: the page keeps room for it, and for the focus above it.
  const { style } = document.documentElement
  const sized = new ResizeObserver(() =>
    style.setProperty('--listen-height', `${bar.element.offsetHeight}px`),
  )
  sized.observe(bar.element)
  const fillVoices = () => bar.offerVoices(voices())
  const stop = () => close?.()
  close = () => {
    close = null
    player.pause()
    speaker.stop()
    speechSynthesis.removeEventListener('voiceschanged', fillVoices)
    window.removeEventListener('pagehide', stop)
    document.removeEventListener('close', stop, true)
    keys.end()
    showNothing()
    sized.disconnect()
    style.removeProperty('--listen-height')
    bar.element.remove()
    article.querySelector<HTMLElement>('[data-listen]')?.focus()
  }
  // A page that goes away, or the dialog over a list, takes its voice along.
  window.addEventListener('pagehide', stop)
  document.addEventListener('close', stop, true)
  speechSynthesis.addEventListener('voiceschanged', fillVoices)
  fillVoices()
  keys.begin(player)
  article.append(bar.element)
  bar.focus()
  player.play()
}

document.addEventListener('readr:listen', ({ target }) => {
  if (target instanceof HTMLElement) listen(target)
})
