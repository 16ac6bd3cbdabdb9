import type { SummaryArticle } from './summary-article.tsx'

export type Article = typeof SummaryArticle

interface RouterManifest {
  routes: Record<string, { module: string; clientLoaderModule?: string } | undefined>
}

/**
 * Loads the component that shows a summary, which lists only need once a book is opened. It is part
 * of the book page's files, because the router reloads the page when these are missing.
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
