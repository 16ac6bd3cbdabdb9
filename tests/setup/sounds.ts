import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'

registerMp3Encoder()

const RATE = 22_050

async function encodeTone(
  seconds: number,
  format: OutputFormat,
  hertz: number,
): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: 32_000 })
  output.addAudioTrack(source)
  await output.start()
  const data = Float32Array.from(
    { length: RATE * seconds },
    (_, i) => 0.3 * Math.sin((i * 2 * Math.PI * hertz) / RATE),
  )
  const sample = new AudioSample({
    data,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: RATE,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  await output.finalize()
  return new Uint8Array(target.buffer!)
}

/** A tone as an MP3. */
export const mp3Tone = (seconds: number, hertz = 440) =>
  encodeTone(seconds, new Mp3OutputFormat(), hertz)

/** A tone as an M4A. */
export const m4aTone = (seconds: number) =>
  encodeTone(seconds, new Mp4OutputFormat({ fastStart: 'in-memory' }), 440)

/** RFC 6716: 20 ms of silence. */
const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe])
const OPUS_HEAD = Buffer.from('4f707573486561640101380180bb0000000000', 'hex')

/** Silence as an Ogg file with Opus. */
export async function opusSilence(seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: 'opus',
    numberOfChannels: 1,
    sampleRate: 48_000,
    description: OPUS_HEAD,
  }
  for (let i = 0; i < seconds * 50; i++) {
    await source.add(new EncodedPacket(SILENCE, 'key', i / 50, 0.02), { decoderConfig })
  }
  await output.finalize()
  return new Uint8Array(target.buffer!)
}
