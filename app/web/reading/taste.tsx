import { redirect } from 'react-router'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { coverPathOf } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { tasteForm } from '../../reading/schema/taste.ts'
import { loadTaste } from '../../reading/service/load-taste.server.ts'
import { saveTaste } from '../../reading/service/save-taste.server.ts'
import { Callout } from '../ui/callout.tsx'
import './taste.css'
import type { Route } from './+types/taste'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Your Taste · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { genres, books } = await loadTaste(user.id)
  return {
    genres,
    books: books.map(({ book, isLiked }) => ({
      id: publicId(book.id),
      title: book.title,
      author: book.author,
      cover: coverPathOf(book, 320),
      isLiked,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = readerOfForm(context, '/browse/taste')
  return submitForm(await readForm(request), tasteForm, async (input) => {
    await saveTaste(user.id, input)
    return redirect('/browse', 303)
  })
}

export default function TastePage({ loaderData, actionData }: Route.ComponentProps) {
  const { genres, books } = loaderData
  const problem = Object.values(actionData?.result.error ?? {}).flat()[0]
  return (
    <div className="wrap max-w-4xl pt-8 pb-24">
      <h1 className="page-title">What do you like to read?</h1>
      <p className="lead mt-4">
        Choose as many or as few as you like. Your home page starts with books that fit, and you can
        change this any time in your settings.
      </p>
      {problem && (
        <Callout isProblem className="mt-6">
          {problem}
        </Callout>
      )}
      <PostForm className="mt-8">
        <fieldset>
          <legend className="text-2xl">Genres</legend>
          <div className="taste-genres">
            {GENRES.map(({ slug, label }) => (
              <label key={slug} className="taste-genre">
                <input
                  type="checkbox"
                  name="genre"
                  value={slug}
                  defaultChecked={genres.includes(slug)}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        {books.length > 0 && (
          <fieldset className="mt-10">
            <legend className="text-2xl">Books you liked</legend>
            <div className="taste-books">
              {books.map(({ id, title, author, cover, isLiked }) => (
                <label key={id} className="taste-book">
                  <input type="checkbox" name="book" value={id} defaultChecked={isLiked} />
                  <img
                    src={cover}
                    alt=""
                    width={160}
                    height={240}
                    loading="lazy"
                    className="cover"
                  />
                  <span className="taste-title">{title}</span>
                  <span className="taste-author">{author}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <div className="taste-actions">
          <SubmitButton look="large">Show my books</SubmitButton>
          <LineLink href="/browse">Skip</LineLink>
        </div>
      </PostForm>
    </div>
  )
}
