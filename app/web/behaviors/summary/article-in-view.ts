const READING_LINE = 0.4

export const readingLine = () => window.innerHeight * READING_LINE

export const queryAll = <E extends Element>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
]

/** The article that is being read: the one in a dialog over the page, else the page's. */
export const articleInView = () => queryAll<HTMLElement>('article[data-summary]').at(-1)

export const headingsOf = (article: HTMLElement) =>
  queryAll<HTMLElement>('.summary-text h2[id]', article)

/** The index of the idea at the reading line; -1: before the first. */
export const currentIdea = (headings: HTMLElement[]) =>
  headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= readingLine())
