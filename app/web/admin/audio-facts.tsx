import { AUDIO_TYPES, type AudioType } from '../../catalogue/rules/audio/formats.ts'
import type { AudioDetails } from '../../catalogue/service/audio/find-audio.server.ts'
import { timeText } from '../behaviors/listen/audio-chapters.ts'
import { Facts } from './facts.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const MADE_BY: Record<AudioDetails['madeBy'], string> = {
  upload: 'Uploaded here',
  import: 'Imported with its file',
  narration: 'Narrated by NARRATION_COMMAND',
}

/** The audio of a book, a player, and a form that removes it. */
export function AudioFacts({
  title,
  audio,
  plays,
}: {
  title: string
  audio: AudioDetails
  /** The address that plays; null: readers do not see the book. */
  plays: string | null
}) {
  const { madeBy, mimeType, byteSize, durationMs, isEstimated, hasTimings, freeMs } = audio
  const facts: [string, string][] = [
    ['Length', timeText(durationMs / 1000)],
    [
      'File',
      `${AUDIO_TYPES[mimeType as AudioType].toUpperCase()}, ${(byteSize / 2 ** 20).toFixed(1)} MB`,
    ],
    ['Made', MADE_BY[madeBy]],
    ['Chapters', isEstimated ? 'Estimated from the lengths of the texts' : 'Known'],
    ['Follows the text', hasTimings ? 'Yes' : 'No, it has no captions that match the text'],
    [
      'Visitors hear',
      freeMs === null
        ? 'Nothing: where the free part ends is not known'
        : `The first ${timeText(freeMs / 1000)}`,
    ],
  ]
  return (
    <section aria-labelledby="audio-title" className="mt-6 max-w-3xl">
      <h2 id="audio-title" className="text-2xl">
        Current audio
      </h2>
      {audio.isOutdated && (
        <p className="callout mt-4">
          The text has changed since this audio was made. Sentences are no longer highlighted, and
          visitors hear nothing if the free part ends elsewhere now.
        </p>
      )}
      <Facts facts={facts} />
      {plays && (
        <audio
          controls
          preload="none"
          src={plays}
          aria-label={`Audio of ${title}`}
          className="mt-5 w-full"
        />
      )}
      <PostForm className="mt-4">
        <SubmitButton intent="remove" look="quiet">
          Remove the audio
        </SubmitButton>
      </PostForm>
    </section>
  )
}
