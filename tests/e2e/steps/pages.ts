/** The URL of every page of the site, by name. */
export const PAGES = {
  landing: '/',
  catalogue: '/browse/books',
  genre: '/browse/books/fiction',
  'search results': '/browse/books?search=the',
  'empty search results': '/browse/books?search=xyzzyqwerty',
  summary: '/summaries/walden',
  'the way to the plans': '/register?redirectTo=%2Fsubscribe',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  '403': '/403',
  '404': '/no/such/page',
  '500': '/500',
  'api docs': '/api/docs',
  components: '/dev/ui',
} as const
