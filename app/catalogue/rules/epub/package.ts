import { xmlText } from '../xml.ts'
import { xhtml } from './xhtml.ts'

export interface EpubEntry {
  title: string
  /** A file or a part of it. */
  href: string
  parts: EpubEntry[]
}

export interface EpubMetadata {
  /** A URI that stays the same when the content changes. */
  id: string
  title: string
  description: string
  authors: string[]
  subjects: string[]
  /** The page that shows the same. */
  source: string
  modified: Date
}

export interface EpubChapter {
  file: string
  cover: string | null
  entry: EpubEntry
}

export const MIMETYPE = 'application/epub+zip'

export const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

export const LAST_PAGE = 'last-page.xhtml'

const SUMMARY =
  'This book is text with headings and a linked table of contents, in the order in which it is read. Fonts, sizes, and colors can be chosen freely. Nothing flashes, moves, or makes a sound. Phrases in other languages than English are not marked as such.'
const COVERS = 'The only pictures are covers, which are described.'

/**
 * What shops and libraries tell readers about accessibility, in schema.org's words. Conformance with
 * EPUB Accessibility is not claimed, because phrases in other languages are not marked (WCAG 3.1.2).
 */
function accessibilityOf(hasCovers: boolean): string[] {
  const facts: [property: string, value: string][] = [
    ['accessMode', 'textual'],
    ...(hasCovers ? [['accessMode', 'visual'] as [string, string]] : []),
    ['accessModeSufficient', 'textual'],
    ['accessibilityFeature', 'structuralNavigation'],
    ['accessibilityFeature', 'tableOfContents'],
    ['accessibilityFeature', 'readingOrder'],
    ['accessibilityFeature', 'displayTransformability'],
    ...(hasCovers ? [['accessibilityFeature', 'alternativeText'] as [string, string]] : []),
    ['accessibilityHazard', 'none'],
    ['accessibilitySummary', hasCovers ? `${SUMMARY} ${COVERS}` : SUMMARY],
  ]
  return facts.map(([property, value]) => `<meta property="schema:${property}">${value}</meta>`)
}

/** Lists the files of an EPUB 3, and says what it is. The NCX and the guide are for older software. */
export function packageFile(
  { id, title, description, authors, subjects, source, modified }: EpubMetadata,
  chapters: EpubChapter[],
): string {
  const moment = modified.toISOString().replace(/\.\d+Z$/, 'Z')
  const item = (name: string, file: string, type: string, properties = '') =>
    `<item id="${name}" href="${file}" media-type="${type}"${properties && ` properties="${properties}"`}/>`
  const metadata = [
    `<dc:identifier id="id">${xmlText(id)}</dc:identifier>`,
    `<dc:title>${xmlText(title)}</dc:title>`,
    '<dc:language>en</dc:language>',
    '<dc:creator id="creator">Readr</dc:creator>',
    '<meta refines="#creator" property="role" scheme="marc:relators">aut</meta>',
    // "Bibliographic antecedent": responsible for what this is about.
    ...authors.flatMap((name, i) => [
      `<dc:contributor id="author-${i + 1}">${xmlText(name)}</dc:contributor>`,
      `<meta refines="#author-${i + 1}" property="role" scheme="marc:relators">ant</meta>`,
    ]),
    '<dc:publisher>Readr</dc:publisher>',
    `<dc:description>${xmlText(description)}</dc:description>`,
    `<dc:source>${xmlText(source)}</dc:source>`,
    ...subjects.map((subject) => `<dc:subject>${xmlText(subject)}</dc:subject>`),
    `<meta property="dcterms:modified">${moment}</meta>`,
    ...accessibilityOf(chapters.some(({ cover }) => cover !== null)),
    '<meta name="cover" content="cover"/>',
  ]
  const manifest = [
    item('nav', 'nav.xhtml', 'application/xhtml+xml', 'nav'),
    item('ncx', 'toc.ncx', 'application/x-dtbncx+xml'),
    item('style', 'style.css', 'text/css'),
    item('cover', 'cover.jpg', 'image/jpeg', 'cover-image'),
    ...chapters.flatMap(({ file, cover }, i) => [
      item(`book-${i + 1}`, file, 'application/xhtml+xml'),
      ...(cover === null ? [] : [item(`cover-${i + 1}`, cover, 'image/jpeg')]),
    ]),
    item('last-page', LAST_PAGE, 'application/xhtml+xml'),
  ]
  const spine = ['nav', ...chapters.map((_, i) => `book-${i + 1}`), 'last-page']
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.join('\n')}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine toc="ncx">
${spine.map((name) => `<itemref idref="${name}"/>`).join('\n')}
</spine>
<guide>
<reference type="toc" title="Contents" href="nav.xhtml"/>
<reference type="text" title="Start" href="${chapters[0]?.file ?? LAST_PAGE}"/>
</guide>
</package>
`
}

/** The table of contents. As a page, it shows only the first level. */
export function navFile(entries: EpubEntry[]): string {
  const list = (level: EpubEntry[], attributes = ''): string =>
    `<ol${attributes}>${level
      .map(
        ({ title, href, parts }) =>
          `<li dir="auto"><a href="${href}">${xmlText(title)}</a>${parts.length > 0 ? list(parts, ' hidden=""') : ''}</li>`,
      )
      .join('\n')}</ol>`
  return xhtml(
    'Contents',
    `<nav epub:type="toc" role="doc-toc" id="toc"><h1>Contents</h1>${list(entries)}</nav>
<nav epub:type="landmarks" id="landmarks" hidden=""><ol>
<li><a epub:type="toc" href="#toc">Contents</a></li>
<li><a epub:type="bodymatter" href="${entries[0]?.href ?? LAST_PAGE}">Start</a></li>
</ol></nav>`,
  )
}

/** The table of contents of EPUB 2. */
export function ncxFile(
  { id, title }: Pick<EpubMetadata, 'id' | 'title'>,
  entries: EpubEntry[],
): string {
  let order = 0
  const point = ({ title: label, href, parts }: EpubEntry): string => {
    const number = ++order
    return `<navPoint id="point-${number}" playOrder="${number}"><navLabel><text>${xmlText(label)}</text></navLabel><content src="${href}"/>${parts.map(point).join('')}</navPoint>`
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
<head><meta name="dtb:uid" content="${xmlText(id)}"/><meta name="dtb:depth" content="2"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>${xmlText(title)}</text></docTitle>
<navMap>
${entries.map(point).join('\n')}
</navMap>
</ncx>
`
}

export interface LastPage {
  /** null: for visitors. */
  readerName: string | null
  origin: string
  /** Titles that this reader may not read. */
  leftOut: string[]
}

/** The last page: whose copy it is, and what is missing from it. */
export function lastPage({ readerName, origin, leftOut }: LastPage): string {
  const address = xmlText(origin)
  return xhtml(
    'About this copy',
    [
      '<section epub:type="colophon" role="doc-colophon"><h1>About this copy</h1>',
      readerName === null
        ? '<p>These are the free parts of summaries by Readr.</p>'
        : `<p dir="auto">Made by Readr for ${xmlText(readerName)}. This copy is for your own reading.</p>`,
      '<p>A summary tells the ideas of a book in our words. If one stays with you, read the book.</p>',
      leftOut.length > 0 &&
        `<h2>Not in this copy</h2><p>These summaries need a plan:</p><ul>${leftOut.map((title) => `<li dir="auto">${xmlText(title)}</li>`).join('\n')}</ul>`,
      `<p><a href="${address}">${address.replace(/^https?:\/\//, '')}</a></p>`,
      '</section>',
    ]
      .filter(Boolean)
      .join('\n'),
  )
}
