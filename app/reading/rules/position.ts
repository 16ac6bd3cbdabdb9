/** The id of a paragraph or list in a summary's page: a position's fragment. Sections' ids have no "_". */
export const paragraphId = (section: string, paragraph: number) => `${section}_${paragraph}`
