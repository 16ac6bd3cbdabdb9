/**
 * Pages whose loaders change nothing; a summary's view is counted later (web/reading/record-view.ts). Not a
 * reader's home page: it shows how far the reader is when they leave a summary.
 */
const PAGES = [
  '/',
  '/about',
  '/terms',
  '/privacy',
  '/accessibility',
  '/browse/*',
  '/summaries/:slug',
  '/today',
]

/**
 * Which links a browser with speculation rules prefetches when a reader hovers over them for 200 ms or
 * touches them: at most two pages at a time, and none with Save-Data.
 */
export const PREFETCH_RULES = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: PAGES },
          {
            // The framework does not load another page for its own links (data-discover).
            selector_matches:
              'a[href^="/"]:not([download], [data-over], [data-locked], html[data-ready] [data-discover])',
          },
        ],
      },
    },
  ],
}
