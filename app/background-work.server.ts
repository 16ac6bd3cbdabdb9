import { cleanUp } from './accounts/service/delete-expired.server.ts'
import { followStripe } from './billing/service/catch-up-with-stripe.server.ts'
import { deleteQuestions } from './catalogue/service/asked-questions.server.ts'
import { indexTexts } from './catalogue/service/index-texts.server.ts'
import { recordBooksOfTheDayJob } from './catalogue/service/book-of-the-day.server.ts'
import { backUpDaily } from './platform/backups/backup-job.server.ts'
import { sendBulkEmails, sendDueEmails } from './platform/email/outbox.server.ts'
import { reportProcess } from './platform/processes/process-clock.server.ts'
import { deleteOldHighlights } from './reading/service/highlights/delete-old-highlights.server.ts'
import { notifyVoters } from './reading/service/book-requests/notify-voters.server.ts'
import { sendDigests } from './reading/service/reminders/send-digests.server.ts'
import { sendPushes } from './reading/service/reminders/send-push.server.ts'
import { sendReviewEmails } from './reading/service/review/send-review-emails.server.ts'
import { updateScores } from './reading/service/update-scores.server.ts'
import { jobs } from './platform/jobs/jobs.server.ts'

export function startBackgroundWork(): void {
  jobs.start(
    reportProcess,
    sendDueEmails,
    sendBulkEmails,
    cleanUp,
    followStripe,
    updateScores,
    sendReviewEmails,
    notifyVoters,
    sendDigests,
    sendPushes,
    indexTexts,
    deleteQuestions,
    recordBooksOfTheDayJob,
    deleteOldHighlights,
    backUpDaily,
  )
}
