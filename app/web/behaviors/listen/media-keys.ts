import type { Player, PlayerState } from './player.ts'

/** Keys of keyboards, headphones and lock screens, and what each does. */
const KEYS = {
  play: (player: Player) => player.play(),
  pause: (player: Player) => player.pause(),
  nexttrack: (player: Player) => player.nextIdea(),
  previoustrack: (player: Player) => player.previousIdea(),
} as const

/** Lets media keys steer the reading. Browsers give them to pages that play a sound. */
export function followMediaKeys(title: string, cover: string | null) {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null
  const silence = new Audio('/silence.wav')
  silence.loop = true
  return {
    begin(player: Player): void {
      for (const [key, act] of Object.entries(KEYS)) {
        session?.setActionHandler(key as keyof typeof KEYS, () => act(player))
      }
    },
    show(status: PlayerState['status'], part: string): void {
      const plays = status === 'playing'
      if (plays) void silence.play().catch(() => {})
      else silence.pause()
      if (!session) return
      session.playbackState = plays ? 'playing' : 'paused'
      session.metadata = new MediaMetadata({
        title: part || title,
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
