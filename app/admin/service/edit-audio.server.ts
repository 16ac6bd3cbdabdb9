import {
  audioToEdit,
  dropAudio,
  uploadAudio,
  type UploadedAudio,
} from '../../catalogue/service/audio/upload-audio.server.ts'
import { changeBy } from './edit-books.server.ts'

// Each of these throws what the catalogue's function throws.

export const audioDetails = (slug: string) => audioToEdit(slug)

export const addAudio = (actorId: number, slug: string, uploaded: UploadedAudio) =>
  uploadAudio(slug, uploaded, changeBy(actorId, 'book.audio'))

export const takeAudioOff = (actorId: number, slug: string) =>
  dropAudio(slug, changeBy(actorId, 'book.audio-off'))
