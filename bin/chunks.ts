/** Modules of these packages. */
const packages = (...names: string[]) => `/node_modules/(?:${names.join('|')})/`

/** Modules of the app whose path below app/ begins like this. */
const modules = (...beginnings: string[]) => `/app/(?:${beginnings.join('|')})`

/**
 * What browsers load together. Few large files compress better than many small ones, and the
 * router's list of them stays short; so each of these is what a kind of page has whole.
 */
export const CHUNKS = [
  {
    name: 'framework',
    test: new RegExp(packages('react', 'react-dom', 'scheduler', 'react-router')),
  },
  // Every page of a reader; and what loads further files, else its first user would come along.
  {
    name: 'shell',
    test: new RegExp(
      `vite/preload-helper|${modules(
        'root.tsx',
        'site/shell/(?!legal)',
        'site/claims',
        'ui/(?:icons|nonce|patience|preloaded-font)\\.',
        'catalogue/(?:genres|rules)',
        'reading/(?:rules(?!/offline)|ui/(?:changed-marks|send-mark))',
        'accounts/rules/appearance',
        'billing/ui/past-due-line',
      )}`,
    ),
  },
  // Home, catalogue, My List.
  {
    name: 'lists',
    test: new RegExp(
      modules(
        'catalogue/ui/(?:book-card|fetch-article|list-address|summary-dialog)',
        'reading/ui/(?:mark-toggles|on-cards|shelf)',
        'ui/page-meta',
      ),
    ),
  },
  // The checkout.
  {
    name: 'payment',
    test: new RegExp(
      `${packages('@stripe', 'prop-types')}|${modules('billing/(?:rules|ui/(?:billing-error|checkout|load-payments|payment-form|terms))')}`,
    ),
  },
]
