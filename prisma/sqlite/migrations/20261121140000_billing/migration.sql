-- CreateTable
CREATE TABLE "BillingAccount" (
    "userId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "customerId" TEXT,
    "customerKey" TEXT NOT NULL,
    "ticket" INTEGER NOT NULL DEFAULT 0,
    "trialUsedAt" DATETIME,
    "complimentaryUntil" DATETIME,
    "mobileUntil" DATETIME,
    "mobileStore" TEXT,
    "mobileProduct" TEXT,
    "mobileRenews" BOOLEAN NOT NULL DEFAULT false,
    "mobileEventAt" DATETIME,
    "nextCheckAt" DATETIME,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "BillingAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Subscription" (
    "userId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "ticket" INTEGER NOT NULL,
    "subscriptionId" TEXT,
    "status" TEXT NOT NULL,
    "isSetUp" BOOLEAN NOT NULL,
    "accessUntil" DATETIME,
    "priceId" TEXT,
    "plan" TEXT,
    "createdAt" DATETIME,
    "trialEnd" DATETIME,
    "currentPeriodStart" DATETIME,
    "currentPeriodEnd" DATETIME,
    "cancelAt" DATETIME,
    "canceledAt" DATETIME,
    "endedAt" DATETIME,
    "scheduleId" TEXT,
    "pendingPriceId" TEXT,
    "pendingPlan" TEXT,
    "pendingAt" DATETIME,
    "updatePriceId" TEXT,
    "updatePlan" TEXT,
    "updateExpiresAt" DATETIME,
    "nextChargeCents" INTEGER,
    "openInvoiceUrl" TEXT,
    "reconciledAt" DATETIME NOT NULL,
    CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Charge" (
    "invoiceId" TEXT NOT NULL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    "subscriptionId" TEXT,
    "status" TEXT NOT NULL,
    "amountCents" INTEGER NOT NULL,
    "amountPaidCents" INTEGER NOT NULL,
    "refundedCents" INTEGER NOT NULL DEFAULT 0,
    "paymentIntentId" TEXT,
    "description" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "paidAt" DATETIME,
    "nextAttemptAt" DATETIME,
    "url" TEXT,
    CONSTRAINT "Charge_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SubscriptionAttempt" (
    "userId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "attemptId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "priceId" TEXT NOT NULL,
    "promotionId" TEXT,
    "trialDays" INTEGER NOT NULL,
    "parametersHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SubscriptionAttempt_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BillingNotice" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "BillingNotice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "StripeEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "customerId" TEXT,
    "receivedAt" DATETIME NOT NULL,
    "processedAt" DATETIME,
    "tries" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "UsedTrial" (
    "addressHash" TEXT NOT NULL PRIMARY KEY,
    "usedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL,
    "cursor" TEXT
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


