-- readr: expand
ALTER TABLE "SubscriptionAttempt" ADD COLUMN "trialEnd" TIMESTAMP(3);
