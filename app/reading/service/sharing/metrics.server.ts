import { newCounter } from '../../../platform/metrics.server.ts'

/** Counts a summary that was shared, or a browser that opened one or found its link ended. */
export const countSharing = newCounter(
  'readr_shared_summaries_total',
  'Summaries that subscribers opened for friends, and browsers that opened them for the first time or too late.',
  'event',
  ['shared', 'opened', 'refused'],
)
