/** An app may keep what it got, but asks each time whether it is current. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

const answer = (status: number, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: { ...PRIVATE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  })

/** Podcast apps stop asking for a feed that answers 410. */
export const podcastKeyRevoked = () =>
  answer(
    410,
    'This podcast address is no longer valid. Create a new one in the settings of your Readr account, under Apps.',
  )

export const subscriptionEnded = () =>
  answer(403, 'Your Readr subscription has ended, so this podcast is paused.')

export const episodeNotFound = () => answer(404, 'There is no such episode.')
