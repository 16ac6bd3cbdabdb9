/** The types of audio that books can have, with the ending of their files. */
export const AUDIO_TYPES = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'opus',
} as const

export type AudioType = keyof typeof AUDIO_TYPES

/** The largest file of audio: three hours at 128 kbit/s are 173 MB. */
export const MAX_AUDIO_BYTES = 200 * 2 ** 20
/** The largest file that a form takes, which must arrive within REQUEST_TIMEOUT_MS. */
export const MAX_UPLOAD_BYTES = 64 * 2 ** 20
export const MAX_AUDIO_MS = 3 * 60 * 60 * 1000

export const audioFileName = (hash: string, type: string) =>
  `${hash}.${AUDIO_TYPES[type as AudioType]}`
