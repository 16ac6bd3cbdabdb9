export { NO_READER, PAGE_READER_FIELD } from '../../accounts/rules/page-reader.ts'

/** The id of the reader for whom this page was made; undefined: it is the same for everybody. */
export const pageReader = (): string | undefined => document.documentElement.dataset['reader']
