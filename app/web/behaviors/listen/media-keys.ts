import type { Player, PlayerState } from './player.ts'

/** Actions of keyboards, headphones, and lock screens. */
const KEYS = {
  play: (player: Player) => player.play(),
  pause: (player: Player) => player.pause(),
  nexttrack: (player: Player) => player.nextIdea(),
  previoustrack: (player: Player) => player.previousIdea(),
} as const

/** Controls the player with media keys. Browsers give them only to a page that plays sound. */
export function handleMediaKeys(title: string, cover: string | null) {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null
  const silence = new Audio('/silence.wav')
  silence.loop = true
  return {
    begin(player: Player): void {
      for (const [key, act] of Object.entries(KEYS)) {
        session?.setActionHandler(key as keyof typeof KEYS, () => act(player))
      }
    },
    show(status: PlayerState['status'], section: string): void {
      const plays = status === 'playing'
      if (plays) void silence.play().catch(() => {})
      else silence.pause()
      if (!session) return
      session.playbackState = plays ? 'playing' : 'paused'
      session.metadata = new MediaMetadata({
        title: section || title,
        artist: title,
        album: 'Readr',
        artwork: cover ? [{ src: cover }] : [],
      })
    },
    end(): void {
      silence.pause()
      for (const key of Object.keys(KEYS)) {
        session?.setActionHandler(key as keyof typeof KEYS, null)
      }
      if (session) session.playbackState = 'none'
    },
  }
}
