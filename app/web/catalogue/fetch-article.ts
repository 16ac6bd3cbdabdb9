import type { SummaryArticle } from './summary-article.tsx'

export type Article = typeof SummaryArticle

/** What the router knows of the files of a book's page. */
interface RouterManifest {
  routes: Record<string, { module: string; clientLoaderModule?: string } | undefined>
}

/**
 * Fetches the code that shows a summary: a list does without it until the first book is opened. It
 * comes with the files of the book's page, because the router reloads a page whose files it lacks.
 */
export async function fetchArticle(): Promise<Article> {
  const { routes } = (window as never as { __reactRouterManifest: RouterManifest })
    .__reactRouterManifest
  const { module, clientLoaderModule = module } = routes['web/catalogue/summary']!
  const [page] = (await Promise.all([
    import(/* @vite-ignore */ module),
    import(/* @vite-ignore */ clientLoaderModule),
  ])) as [{ handle: { Article: Article } }, unknown]
  return page.handle.Article
}
