import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** Every URL of the product, one line each. */
export default [
  index('site/pages/landing.tsx'),
  route('about', 'site/pages/about.tsx'),
  route('contact', 'site/pages/contact.tsx'),
  route('terms', 'site/pages/terms.tsx'),
  route('privacy', 'site/pages/privacy.tsx'),
  route('terms-of-service', 'site/pages/moved-terms.ts'),
  route('privacy-policy', 'site/pages/moved-privacy.ts'),
  route('403', 'site/pages/forbidden.tsx'),
  route('500', 'site/pages/server-error.tsx'),

  route('browse/books', 'catalogue/pages/catalogue.tsx', { id: 'catalogue' }),
  route('browse/books/:genre', 'catalogue/pages/catalogue.tsx', { id: 'genre' }),
  route('summaries/:slug', 'catalogue/pages/summary.tsx'),
  route('covers/:file', 'catalogue/pages/cover.ts'),

  route('subscribe', 'billing/pages/subscribe.tsx'),

  route('books', 'api/books/list.ts'),
  ...prefix('api', [
    route('books/just-arrived', 'api/books/just-arrived.ts'),
    route('books/trending', 'api/books/trending.ts'),
    route('books/shuffle/unsubscribed', 'api/books/shuffle.ts'),
    route('openapi.json', 'api/openapi.ts'),
    route('docs', 'site/pages/api-docs.tsx'),
    route('*', 'api/not-found.ts'),
  ]),
  route('*', 'site/pages/not-found.tsx'),
] satisfies RouteConfig
