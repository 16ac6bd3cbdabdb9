-- AlterTable
ALTER TABLE "BillingAccount" ADD COLUMN "cardHash" TEXT;

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "refusedCard" TEXT;

-- CreateTable
CREATE TABLE "UsedFreeSummary" (
    "personHash" TEXT NOT NULL PRIMARY KEY,
    "usedAt" DATETIME NOT NULL
);
