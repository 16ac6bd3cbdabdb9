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

  route('login', 'accounts/pages/login.tsx'),
  route('login/code', 'accounts/pages/login-code.tsx'),
  route('register', 'accounts/pages/register.tsx'),
  route('forgot-password', 'accounts/pages/forgot-password.ts'),
  route('reset-password', 'accounts/pages/reset-password.tsx'),
  route('reset-password/:token', 'accounts/pages/reset-password-token.tsx'),
  route('verify', 'accounts/pages/verify.tsx'),
  route('logout', 'accounts/pages/logout.ts'),
  route('settings', 'accounts/pages/settings.tsx'),
  route('settings/two-factor', 'accounts/pages/two-factor.tsx'),

  route('browse', 'reading/pages/browse.tsx'),
  route('browse/books', 'catalogue/pages/catalogue.tsx', { id: 'catalogue' }),
  route('browse/books/:genre', 'catalogue/pages/catalogue.tsx', { id: 'genre' }),
  route('summaries/:slug', 'catalogue/pages/summary.tsx'),
  route('covers/:file', 'catalogue/pages/cover.ts'),

  route('subscribe', 'billing/pages/subscribe.tsx'),

  route('dev/mail', 'demo/pages/mailbox.tsx'),
  route('dev/mail/:id', 'demo/pages/mail.ts'),

  route('books', 'api/books/list.ts'),
  route('auth/logout', 'api/auth/logout.ts'),
  route('auth/update-email', 'api/auth/update-email.ts'),
  route('auth/change-password', 'api/auth/change-password.ts'),
  route('auth/delete-account', 'api/auth/delete-account.ts'),
  ...prefix('api', [
    route('auth/login', 'api/auth/login.ts'),
    route('auth/two-factor', 'api/auth/two-factor.ts'),
    route('auth/register', 'api/auth/register.ts'),
    route('auth/me', 'api/auth/me.ts'),
    route('auth/refresh-token', 'api/auth/refresh-token.ts'),
    route('auth/forgot-password', 'api/auth/forgot-password.ts'),
    route('auth/reset-password/:token', 'api/auth/reset-password.ts'),
    route('books/just-arrived', 'api/books/just-arrived.ts'),
    route('books/trending', 'api/books/trending.ts'),
    route('books/shuffle/unsubscribed', 'api/books/shuffle.ts'),
    route('openapi.json', 'api/openapi.ts'),
    route('docs', 'site/pages/api-docs.tsx'),
    route('*', 'api/not-found.ts'),
  ]),
  route('*', 'site/pages/not-found.tsx'),
] satisfies RouteConfig
