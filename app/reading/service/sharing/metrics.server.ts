import { newCounter } from '../../../platform/metrics.server.ts'

export const countSharing = newCounter(
  'readr_shared_summaries_total',
  'Summaries that subscribers opened for friends, and browsers that opened them for the first time or too late.',
  'event',
  ['shared', 'opened', 'refused'],
)
