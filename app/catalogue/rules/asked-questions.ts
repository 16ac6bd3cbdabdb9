import { DAY_MS } from '../../platform/durations.ts'

/** Questions are kept this long after they were last asked. */
export const ASKED_QUESTION_TTL_MS = 90 * DAY_MS
