/** The fragment of a paragraph or, for the first one of a section with a heading, of the heading. */
export const placeFragment = ({ section, paragraph }: { section: string; paragraph: number }) =>
  paragraph === 0 && section !== 'start' ? section : paragraphId(section, paragraph)

/** The id of a paragraph or list in a summary's page: a position's fragment. Sections' ids have no "_". */
export const paragraphId = (section: string, paragraph: number) => `${section}_${paragraph}`
