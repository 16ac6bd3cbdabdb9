-- CreateTable
CREATE TABLE "BillingAccount" (
    "userId" INTEGER NOT NULL,
    "customerId" TEXT,
    "customerKey" TEXT NOT NULL,
    "ticket" INTEGER NOT NULL DEFAULT 0,
    "trialUsedAt" TIMESTAMP(3),
    "complimentaryUntil" TIMESTAMP(3),
    "mobileUntil" TIMESTAMP(3),
    "mobileStore" TEXT,
    "mobileProduct" TEXT,
    "mobileRenews" BOOLEAN NOT NULL DEFAULT false,
    "mobileEventAt" TIMESTAMP(3),
    "nextCheckAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BillingAccount_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "userId" INTEGER NOT NULL,
    "ticket" INTEGER NOT NULL,
    "subscriptionId" TEXT,
    "status" TEXT NOT NULL,
    "isSetUp" BOOLEAN NOT NULL,
    "accessUntil" TIMESTAMP(3),
    "priceId" TEXT,
    "plan" TEXT,
    "createdAt" TIMESTAMP(3),
    "trialEnd" TIMESTAMP(3),
    "currentPeriodStart" TIMESTAMP(3),
    "currentPeriodEnd" TIMESTAMP(3),
    "cancelAt" TIMESTAMP(3),
    "canceledAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "scheduleId" TEXT,
    "pendingPriceId" TEXT,
    "pendingPlan" TEXT,
    "pendingAt" TIMESTAMP(3),
    "updatePriceId" TEXT,
    "updatePlan" TEXT,
    "updateExpiresAt" TIMESTAMP(3),
    "nextChargeCents" INTEGER,
    "openInvoiceUrl" TEXT,
    "reconciledAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Charge" (
    "invoiceId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "subscriptionId" TEXT,
    "status" TEXT NOT NULL,
    "amountCents" INTEGER NOT NULL,
    "amountPaidCents" INTEGER NOT NULL,
    "refundedCents" INTEGER NOT NULL DEFAULT 0,
    "paymentIntentId" TEXT,
    "description" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "paidAt" TIMESTAMP(3),
    "nextAttemptAt" TIMESTAMP(3),
    "url" TEXT,

    CONSTRAINT "Charge_pkey" PRIMARY KEY ("invoiceId")
);

-- CreateTable
CREATE TABLE "SubscriptionAttempt" (
    "userId" INTEGER NOT NULL,
    "attemptId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "priceId" TEXT NOT NULL,
    "promotionId" TEXT,
    "trialDays" INTEGER NOT NULL,
    "parametersHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SubscriptionAttempt_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "BillingNotice" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BillingNotice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StripeEvent" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customerId" TEXT,
    "receivedAt" TIMESTAMP(3) NOT NULL,
    "processedAt" TIMESTAMP(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "StripeEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UsedTrial" (
    "addressHash" TEXT NOT NULL,
    "usedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedTrial_pkey" PRIMARY KEY ("addressHash")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,
    "cursor" TEXT,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "BillingAccount_customerId_key" ON "BillingAccount"("customerId");

-- CreateIndex
CREATE INDEX "BillingAccount_nextCheckAt_idx" ON "BillingAccount"("nextCheckAt");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_subscriptionId_key" ON "Subscription"("subscriptionId");

-- CreateIndex
CREATE INDEX "Charge_userId_createdAt_idx" ON "Charge"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Charge_paymentIntentId_idx" ON "Charge"("paymentIntentId");

-- CreateIndex
CREATE UNIQUE INDEX "SubscriptionAttempt_attemptId_key" ON "SubscriptionAttempt"("attemptId");

-- CreateIndex
CREATE INDEX "SubscriptionAttempt_createdAt_idx" ON "SubscriptionAttempt"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "BillingNotice_userId_kind_subject_key" ON "BillingNotice"("userId", "kind", "subject");

-- CreateIndex
CREATE INDEX "StripeEvent_processedAt_receivedAt_idx" ON "StripeEvent"("processedAt", "receivedAt");

-- AddForeignKey
ALTER TABLE "BillingAccount" ADD CONSTRAINT "BillingAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Charge" ADD CONSTRAINT "Charge_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubscriptionAttempt" ADD CONSTRAINT "SubscriptionAttempt_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BillingNotice" ADD CONSTRAINT "BillingNotice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


