export {
  type Attempts,
  attemptsUnder,
  countAttempts,
  uncountAttempt,
} from '../../platform/attempt-counts.server.ts'
