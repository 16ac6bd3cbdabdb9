/** Keeps a reader's place on a summary's own page, where no framework runs. */
import { followReading } from './follow-reading.ts'

const article = document.querySelector<HTMLElement>('article[data-place]')
if (article) {
  followReading(
    article,
    JSON.parse(article.dataset['place']!) as Parameters<typeof followReading>[1],
  )
}
