import { AUDIO_TYPES, type AudioType } from '../../catalogue/rules/audio/formats.ts'

/** The most episodes of a podcast: more make apps slow. */
export const MAX_EPISODES = 300

/** The path of an episode's audio; some apps tell by its end what it is. */
export const episodeAudioPath = (secret: string, slug: string, mimeType: string) =>
  `/podcast/${secret}/${slug}.${AUDIO_TYPES[mimeType as AudioType]}`

export const episodeChaptersPath = (secret: string, slug: string) =>
  `/podcast/${secret}/${slug}.json`

/** The book and kind of a file of a podcast; null: there is no such file. */
export function parseEpisodeFileName(file: string): { slug: string; isAudio: boolean } | null {
  const [, slug, extension] = /^([a-z0-9-]+)\.([a-z0-9]+)$/.exec(file) ?? []
  if (slug === undefined || extension === undefined) return null
  if (extension === 'json') return { slug, isAudio: false }
  return Object.values<string>(AUDIO_TYPES).includes(extension) ? { slug, isAudio: true } : null
}
