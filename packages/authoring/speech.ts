import { readFile } from 'node:fs/promises'
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathTarget,
  Input,
  MP3,
  Mp3OutputFormat,
  Output,
  WAVE,
} from 'mediabunny'

registerMp3Encoder()

/** For one voice. */
const BITS_PER_SECOND = 64_000

export interface Sound {
  samples: Float32Array
  rate: number
}

/**
 * The sound of a WAV file; several channels become one.
 * @throws Error if it is not one
 */
export async function decodeWav(wav: Buffer): Promise<Sound> {
  const input = new Input({ formats: [WAVE], source: new BufferSource(wav) })
  const track = await input.getPrimaryAudioTrack().catch(() => null)
  if (!track) throw new Error('the program did not write a WAV file')
  const parts: Float32Array[] = []
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfFrames, numberOfChannels } = sample
    const mixed = new Float32Array(numberOfFrames)
    const plane = new Float32Array(numberOfFrames)
    for (let channel = 0; channel < numberOfChannels; channel++) {
      sample.copyTo(plane, { format: 'f32-planar', planeIndex: channel })
      for (let i = 0; i < numberOfFrames; i++) mixed[i]! += plane[i]! / numberOfChannels
    }
    sample.close()
    parts.push(mixed)
  }
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  if (samples.length === 0) throw new Error('the program wrote no sound')
  return { samples, rate: track.sampleRate }
}

/** Writes a sound as an MP3. */
export async function encodeMp3({ samples, rate }: Sound, path: string): Promise<void> {
  const output = new Output({ format: new Mp3OutputFormat(), target: new FilePathTarget(path) })
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: BITS_PER_SECOND })
  output.addAudioTrack(source)
  await output.start()
  const sample = new AudioSample({
    data: samples,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: rate,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  await output.finalize()
}

/**
 * Joins MP3s of one voice without encoding them again.
 * @returns when each of them begins, and the end of the last, in milliseconds
 */
export async function joinMp3s(paths: string[], path: string): Promise<number[]> {
  const output = new Output({ format: new Mp3OutputFormat(), target: new FilePathTarget(path) })
  const source = new EncodedAudioPacketSource('mp3')
  output.addAudioTrack(source)
  await output.start()
  const startsMs = [0]
  let offset = 0
  for (const part of paths) {
    const input = new Input({ formats: [MP3], source: new BufferSource(await readFile(part)) })
    const track = (await input.getPrimaryAudioTrack())!
    const decoderConfig = (await track.getDecoderConfig())!
    let end = offset
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = offset + packet.timestamp
      await source.add(packet.clone({ timestamp }), { decoderConfig })
      end = timestamp + packet.duration
    }
    input.dispose()
    offset = end
    startsMs.push(Math.round(offset * 1000))
  }
  await output.finalize()
  return startsMs
}
