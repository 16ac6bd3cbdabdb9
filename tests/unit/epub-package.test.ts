import { expect, test } from 'vitest'
import { packageFile } from '#app/catalogue/rules/epub/package.ts'

const METADATA = {
  ...{ id: 'urn:readr:1', title: 'Walden', description: '', authors: [], subjects: [] },
  ...{ source: 'https://readr.example/summaries/walden', modified: new Date(0) },
}

const accessibilityOf = (cover: string | null) => {
  const chapter = { file: 'book-1.xhtml', cover, entry: { title: '', href: '', parts: [] } }
  const found = packageFile(METADATA, [chapter]).matchAll(
    /<meta property="(schema:\w+|dcterms:conformsTo)">([^<]+)</g,
  )
  return Object.groupBy(
    [...found].map(([, property, value]) => ({ property: property!, value: value! })),
    ({ property }) => property,
  )
}

const valuesOf = (cover: string | null) =>
  Object.fromEntries(
    Object.entries(accessibilityOf(cover)).map(([property, all]) => [
      property,
      all!.map(({ value }) => value),
    ]),
  )

test('an EPUB says how it can be read', () => {
  const features = [
    'structuralNavigation',
    'tableOfContents',
    'readingOrder',
    'displayTransformability',
  ]
  const text = {
    'schema:accessMode': ['textual'],
    'schema:accessModeSufficient': ['textual'],
    'schema:accessibilityFeature': features,
    'schema:accessibilityHazard': ['none'],
    'schema:accessibilitySummary': [expect.stringContaining('linked table of contents')],
  }
  expect(valuesOf(null)).toEqual(text)
  expect(valuesOf('book-1.jpg')).toEqual({
    ...text,
    'schema:accessMode': ['textual', 'visual'],
    'schema:accessibilityFeature': [...features, 'alternativeText'],
    'schema:accessibilitySummary': [expect.stringContaining('covers, which are described')],
  })
})
