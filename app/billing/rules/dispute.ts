/** Statuses of disputes in which the bank has the money. */
const MONEY_TAKEN: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost'])

/** Whether the bank has taken the money: not for an inquiry (warning_…) or a dispute we won. */
export const hasTakenMoney = (status: string): boolean => MONEY_TAKEN.has(status)
