export { NO_READER, PAGE_READER_FIELD } from '../../accounts/rules/page-reader.ts'

/** The id of the reader for whom this page was made; empty: it is the same for everybody. */
export const pageReader = (): string => document.documentElement.dataset['reader'] ?? ''
