import { bookPath, summaryPath } from '../../catalogue/rules/addresses.ts'
import type { PublicQuestion } from '../../catalogue/rules/questions.ts'
import type { BookCardView } from './book-card-view.ts'

interface SummaryData {
  book: BookCardView & { year: number }
  origin: string
  previewImage: string
  publishedAt: string
  answers: PublicQuestion[]
}

/** Structured data for search engines: an article about a book with a paid part. */
export function structuredSummary({
  book,
  origin,
  previewImage,
  publishedAt,
  answers,
}: SummaryData) {
  const readr = { '@type': 'Organization', name: 'Readr', url: `${origin}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: `${book.title} by ${book.author}: summary`,
    description: book.blurb,
    image: origin + previewImage,
    url: origin + summaryPath(book.slug),
    datePublished: publishedAt,
    inLanguage: 'en',
    timeRequired: `PT${book.minutes}M`,
    author: readr,
    publisher: readr,
    about: [
      {
        '@type': 'Book',
        name: book.title,
        author: { '@type': 'Person', name: book.author },
        genre: book.genre,
      },
      ...answers.map(({ question }) => ({ '@type': 'Question', name: question })),
    ],
    isAccessibleForFree: false,
    hasPart: {
      '@type': 'WebPageElement',
      isAccessibleForFree: false,
      cssSelector: '.paywall',
    },
  }
}

/** Structured data for the page about a book that only subscribers can read. */
export function structuredBook({
  book,
  answers,
  origin,
  previewImage,
}: Omit<SummaryData, 'publishedAt'>) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: book.title,
    author: { '@type': 'Person', name: book.author },
    description: book.blurb,
    genre: book.genre,
    about: answers.map(({ question }) => ({ '@type': 'Question', name: question })),
    image: origin + previewImage,
    url: origin + bookPath(book.slug),
    isAccessibleForFree: false,
  }
}
