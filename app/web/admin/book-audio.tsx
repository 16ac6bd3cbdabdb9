import { data } from 'react-router'
import { audioInput, audioIntent } from '../../admin/schema/audio.ts'
import { typedText } from '../../admin/schema/list-query.ts'
import { publicationStateOf } from '../../admin/rules/publication.ts'
import { addAudio, audioDetails, takeAudioOff } from '../../admin/service/edit-audio.server.ts'
import { audioPath } from '../../catalogue/rules/addresses.ts'
import { MAX_UPLOAD_BYTES } from '../../catalogue/rules/audio/formats.ts'
import { filesOrRefusal, formHeaders, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { AdminPage } from './admin-page.tsx'
import { AudioFacts } from './audio-facts.tsx'
import { InputField } from './input-field.tsx'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/book-audio'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Audio of ${loaderData?.title ?? 'a book'} · Administration · Readr` },
]

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
  const form = await filesOrRefusal(request, MAX_UPLOAD_BYTES, 'audio', { freeUntil: '' })
  if (!(form instanceof FormData)) return form
  const page = `/admin/books/${slug}/audio`
  const { data: intent } = audioIntent.safeParse(form.get('intent'))
  if (!intent) throw data(null, { status: 400 })
  if (intent === 'remove') {
    await errorPageOnDomainError(takeAudioOff(user.id, slug))
    return redirectWithFlashMessage(session.id, page, 'audio-removed')
  }
  const answer = await submitForm(form, audioInput, async ({ audio, captions, freeUntil }) => {
    await addAudio(user.id, slug, { audio, captions, cutMs: freeUntil })
    return redirectWithFlashMessage(session.id, page, 'audio-saved')
  })
  if (answer instanceof Response) return answer
  return { ...answer, data: { ...answer.data, freeUntil: typedText(form, 'freeUntil') } }
}

export default function BookAudioPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, audio, plays, maxMb, flash } = loaderData
  const errors = actionData?.result.error
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
      <section aria-labelledby="upload-title" className="mt-10 max-w-3xl rounded-xl bg-sunk p-5">
        <h2 id="upload-title" className="text-2xl">
          {audio ? 'Replace the audio' : 'Upload'}
        </h2>
        <PostForm encType="multipart/form-data" noValidate className="mt-4 grid grid-cols-1 gap-5">
          <FormBanner id="audio-message" message={errors?.['']?.[0]} />
          <InputField
            name="audio"
            label={`Audio (MP3, M4A, or Opus, up to ${maxMb} MB)`}
            problems={errors?.['audio']}
            type="file"
            accept=".mp3,.m4a,.opus,.ogg,audio/mpeg,audio/mp4,audio/ogg"
          />
          <InputField
            name="captions"
            label="Captions (WebVTT, optional), for chapters and to follow the text"
            problems={errors?.['captions']}
            type="file"
            accept=".vtt,text/vtt"
          />
          <InputField
            name="freeUntil"
            label="Where the free part ends (minutes:seconds), if the captions do not say"
            problems={errors?.['freeUntil']}
            placeholder="4:30"
            autoComplete="off"
            defaultValue={actionData?.freeUntil}
          />
          <SubmitButton intent="upload" className="sm:justify-self-start">
            Upload
          </SubmitButton>
        </PostForm>
      </section>
    </AdminPage>
  )
}
