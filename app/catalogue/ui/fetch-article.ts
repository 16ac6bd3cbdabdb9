/** What the router knows of the files of a book's page. */
interface RouterManifest {
  routes: Record<string, { module: string; clientLoaderModule?: string } | undefined>
}

/**
 * Fetches the code that shows a summary; until the first book is opened a list does without it.
 * The files of the book's page come along: where they did not, the router would load the page anew.
 */
export async function fetchArticle() {
  const { routes } = (window as never as { __reactRouterManifest: RouterManifest })
    .__reactRouterManifest
  const { module, clientLoaderModule = module } = routes['catalogue/pages/summary']!
  const [{ SummaryArticle }] = await Promise.all([
    import('./summary-article.tsx'),
    import(/* @vite-ignore */ module),
    import(/* @vite-ignore */ clientLoaderModule),
  ])
  return SummaryArticle
}
export type Article = Awaited<ReturnType<typeof fetchArticle>>
