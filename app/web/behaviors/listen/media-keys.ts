type Handlers = Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>>

/** Controls what plays with keyboards, headphones, and lock screens. */
export function handleMediaKeys(title: string, cover: string | null, handlers: Handlers) {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null
  const keys = Object.keys(handlers) as MediaSessionAction[]
  const handle = (key: MediaSessionAction, act: MediaSessionActionHandler | null) => {
    try {
      session?.setActionHandler(key, act)
    } catch {
      // The browser does not know this key.
    }
  }
  for (const key of keys) handle(key, handlers[key]!)
  return {
    show(plays: boolean, section: string): void {
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
      for (const key of keys) handle(key, null)
      if (session) session.playbackState = 'none'
    },
  }
}
