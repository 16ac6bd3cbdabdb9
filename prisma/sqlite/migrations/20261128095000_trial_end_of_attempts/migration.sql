-- readr: expand
ALTER TABLE "SubscriptionAttempt" ADD COLUMN "trialEnd" DATETIME;
