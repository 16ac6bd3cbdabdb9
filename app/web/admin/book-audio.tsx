import { audioInput } from '../../admin/schema/audio.ts'
import { publicationStateOf } from '../../admin/rules/publication.ts'
import { addAudio, audioDetails, takeAudioOff } from '../../admin/service/edit-audio.server.ts'
import { audioPath } from '../../catalogue/rules/addresses.ts'
import { MAX_UPLOAD_BYTES } from '../../catalogue/rules/audio/formats.ts'
import {
  runIntent,
  filesOrRefusal,
  formHeaders,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { AdminForm } from './admin-form.tsx'
import { AdminPage, AdminSection } from './admin-page.tsx'
import { AudioFacts } from './audio-facts.tsx'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/book-audio'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const { title, audio, ...dates } = await errorPageOnDomainError(audioDetails(slug))
  const { state } = publicationStateOf(dates, new Date())
  return {
    slug,
    title,
    audio,
    /** Only published books have an address that plays. */
    plays: state === 'published' ? audioPath(slug) : null,
    maxMb: MAX_UPLOAD_BYTES / 2 ** 20,
    flash: await takeFlashText(context),
  }
}

export async function action({ request, params: { slug }, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await filesOrRefusal(request, MAX_UPLOAD_BYTES, 'audio', {})
  if (!(form instanceof FormData)) return form
  const page = `/admin/books/${slug}/audio`
  return runIntent(form, {
    remove: async () => {
      await errorPageOnDomainError(takeAudioOff(user.id, slug))
      return redirectWithFlashMessage(session.id, page, 'audio-removed')
    },
    upload: () =>
      submitForm(form, audioInput, async ({ audio, captions, freeUntil }) => {
        await addAudio(user.id, slug, { audio, captions, cutMs: freeUntil })
        return redirectWithFlashMessage(session.id, page, 'audio-saved')
      }),
  })
}

export default function BookAudioPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, audio, plays, maxMb, flash } = loaderData
  return (
    <AdminPage at="/admin/books" title={`Audio of ${title}`} flash={actionData ? null : flash}>
      <p className="mt-3">
        <LineLink href={`/admin/books/${slug}`}>{`Back to ${title}`}</LineLink>
      </p>
      {audio ? (
        <AudioFacts title={title} audio={audio} plays={plays} />
      ) : (
        <p className="mt-4">This book has no audio. Listen uses the device’s voice.</p>
      )}
      <AdminSection
        id="upload"
        title={audio ? 'Replace the audio' : 'Upload'}
        className="mt-10 max-w-3xl"
      >
        <AdminForm
          id="audio"
          refused={actionData}
          className=""
          fields={[
            {
              name: 'audio',
              label: `Audio (MP3, M4A, or Opus, up to ${maxMb} MB)`,
              type: 'file',
              accept: '.mp3,.m4a,.opus,.ogg,audio/mpeg,audio/mp4,audio/ogg',
            },
            {
              name: 'captions',
              label: 'Captions (WebVTT, optional), for chapters and to follow the text',
              type: 'file',
              accept: '.vtt,text/vtt',
            },
            {
              name: 'freeUntil',
              label: 'Where the free part ends (minutes:seconds), if the captions do not say',
              placeholder: '4:30',
              autoComplete: 'off',
            },
          ]}
          buttons={[{ intent: 'upload', children: 'Upload' }]}
        />
      </AdminSection>
    </AdminPage>
  )
}
