import description from '../../package.json' with { type: 'json' }

/** The version of Readr that is running. */
export const { version } = description
