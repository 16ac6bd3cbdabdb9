import { countAccounts } from '../store/figures.server.ts'

/** How many accounts there are, and how many began in each span of time. */
export const accountFigures = (spans: { from: Date; to: Date }[]) => countAccounts(spans)
