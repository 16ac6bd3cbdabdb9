/** The id of the reader whom this page is for (web/shell/reader-of-page.tsx); '': a visitor's page. */
export const pageReader = (): string =>
  document.querySelector<HTMLElement>('[data-reader]')?.dataset['reader'] ?? ''
