import { readFile, stat } from 'node:fs/promises'
import {
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
} from 'mediabunny'
import { DomainError } from '../../platform/errors.ts'
import { MAX_AUDIO_MS, type AudioType, MAX_UPLOAD_BYTES } from '../rules/audio/formats.ts'
import { type Cue, parseWebVtt } from '../rules/audio/webvtt.ts'

/** Larger captions are not captions of 15 minutes. */
const MAX_CAPTIONS_BYTES = 1024 * 1024

/** MP3 is the last to be tried: its frames can be in files of other formats. */
const FORMATS = [
  { format: MP4, type: 'audio/mp4', codecs: ['aac', 'mp3'] },
  { format: OGG, type: 'audio/ogg', codecs: ['opus', 'vorbis'] },
  { format: MP3, type: 'audio/mpeg', codecs: ['mp3'] },
] as const

/** @throws DomainError invalid-input */
export function refuseAudio(message: string): never {
  throw new DomainError('invalid-input', message, { audio: [message] })
}

/**
 * Opens a file. Those that forms take are read into memory: frame by frame from the disk, an MP3 of twenty
 * minutes takes seconds of the server's time instead of a fifth of a second.
 */
async function withInput<T>(path: string, use: (input: Input) => Promise<T>): Promise<T> {
  const formats = FORMATS.map(({ format }) => format)
  const { size } = await stat(path)
  const source =
    size <= MAX_UPLOAD_BYTES ? new BufferSource(await readFile(path)) : new FilePathSource(path)
  const input = new Input({ formats, source })
  try {
    return await use(input)
  } finally {
    input.dispose()
  }
}

export interface MediaFile {
  type: AudioType
  durationMs: number
}

/**
 * Reads what a file contains; its name does not matter.
 * @throws DomainError invalid-input if it is not one audio track in a format that browsers play
 */
export async function readMedia(path: string): Promise<MediaFile> {
  const found = await withInput(path, async (input) => {
    const format = await input.getFormat()
    const known = FORMATS.find((one) => one.format === format)
    const [track, ...others] = await input.getTracks()
    if (!known || !track?.isAudioTrack() || others.length > 0) return null
    if (!(known.codecs as readonly (string | null)[]).includes(track.codec)) return null
    return { type: known.type, durationMs: Math.round((await track.computeDuration()) * 1000) }
  }).catch(() => null)
  if (!found) refuseAudio('Please choose an MP3, M4A, or Opus file with one audio track.')
  if (!(found.durationMs > 0)) refuseAudio('The file contains no sound.')
  if (found.durationMs > MAX_AUDIO_MS) {
    refuseAudio(`Please choose a file of no more than ${MAX_AUDIO_MS / 3_600_000} hours.`)
  }
  return found
}

/**
 * Reads what a file of audio contains, and its captions.
 * @param captions the path of a WebVTT file; null: none
 * @throws DomainError invalid-input like readMedia(), or if these are not captions
 */
export async function readRecording(
  path: string,
  captions: string | null,
): Promise<{ media: MediaFile; cues: Cue[] | null }> {
  const media = await readMedia(path)
  return { media, cues: captions === null ? null : await readCues(captions) }
}

async function readCues(path: string): Promise<Cue[]> {
  const bytes = await readFile(path)
  const cues = bytes.length > MAX_CAPTIONS_BYTES ? null : parseWebVtt(bytes.toString())
  if (cues && cues.length > 0) return cues
  const message = 'Please choose captions in WebVTT (.vtt) of no more than 1 MB.'
  throw new DomainError('invalid-input', message, { captions: [message] })
}

function outputTo(path: string, type: AudioType): Output {
  const target = new FilePathTarget(path)
  switch (type) {
    case 'audio/mpeg':
      return new Output({ format: new Mp3OutputFormat(), target })
    case 'audio/mp4':
      return new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
    case 'audio/ogg':
      return new Output({ format: new OggOutputFormat(), target })
  }
}

/**
 * The packets of a track, in order. EncodedPacketSink.packets() reads ahead as many as are used in a
 * second, and moves all of them for each packet: three hours of Opus took it 20 seconds.
 */
export async function* packetsOf(track: InputTrack): AsyncGenerator<EncodedPacket> {
  const packets = new EncodedPacketSink(track)
  let packet = await packets.getFirstPacket()
  while (packet) {
    yield packet
    packet = await packets.getNextPacket(packet)
  }
}

export interface BeginningToCopy {
  path: string
  target: string
  type: AudioType
  endMs: number
}

/**
 * Writes the beginning of a file of audio to another file, without encoding it again.
 * @returns how long it is, in milliseconds
 */
export async function copyBeginning(beginning: BeginningToCopy): Promise<number> {
  const { path, target, type, endMs } = beginning
  return withInput(path, async (input) => {
    const track = (await input.getPrimaryAudioTrack())!
    const decoderConfig = (await track.getDecoderConfig())!
    const output = outputTo(target, type)
    const source = new EncodedAudioPacketSource(track.codec!)
    output.addAudioTrack(source)
    await output.start()
    let copiedMs = 0
    for await (const packet of packetsOf(track)) {
      const packetEndMs = (packet.timestamp + packet.duration) * 1000
      if (packetEndMs > endMs) break
      await source.add(packet, { decoderConfig })
      copiedMs = packetEndMs
    }
    await output.finalize()
    return Math.floor(copiedMs)
  })
}
