const packages = (...names: string[]) => `/node_modules/(?:${names.join('|')})/`

const modules = (...beginnings: string[]) => `/app/(?:${beginnings.join('|')})`

/**
 * The files that browsers load. A few large files compress better than many small ones, and keep the
 * router's manifest short, so each contains what one kind of page needs.
 */
export const CHUNKS = [
  {
    name: 'framework',
    test: new RegExp(packages('react', 'react-dom', 'scheduler', 'react-router')),
  },
  // Every page of a reader.
  {
    name: 'shell',
    test: new RegExp(
      modules(
        'root.tsx',
        'web/shell/(?!bottom-bar)',
        'web/marketing-claims',
        'web/ui/(?:icons|nonce|load-timeout|preloaded-font)\\.',
        'catalogue/rules/(?:addresses|genres|lists|search)\\.',
        'reading/rules/(?:home|marks)\\.',
        'accounts/rules/appearance',
        'web/billing/past-due-line',
      ),
    ),
  },
  // Home, catalogue, My List.
  {
    name: 'lists',
    test: new RegExp(
      modules(
        'web/catalogue/(?:book-card|fetch-article|summary-dialog)',
        'web/shell/bottom-bar',
        'web/ui/navigation-icons',
        'web/marks/(?:mark-toggles|book-card-progress)',
      ),
    ),
  },
  // Catalogue, My List.
  {
    name: 'pages',
    test: new RegExp(modules('web/catalogue/(?:infinite-list|list-address)')),
  },
  // Catalogue, summaries.
  {
    name: 'books',
    test: new RegExp(
      modules('web/catalogue/topic-chips', 'web/behaviors/(?:menus|events)', 'web/ui/page-meta'),
    ),
  },
  // Plans, prices, and callouts. Without this group they would load the checkout too.
  {
    name: 'plans',
    test: new RegExp(
      modules(
        'billing/rules',
        'web/billing/(?:billing-error|checkout-path|terms)',
        'web/ui/callout',
      ),
    ),
  },
  // The checkout.
  {
    name: 'payment',
    test: new RegExp(
      `${packages('@stripe', 'prop-types')}|${modules('web/billing/(?:order-summary|payment-form)', 'web/behaviors/load-payments')}`,
    ),
  },
]
