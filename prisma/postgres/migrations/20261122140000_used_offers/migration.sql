-- AlterTable
ALTER TABLE "BillingAccount" ADD COLUMN "cardHash" TEXT;

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "refusedCard" TEXT;

-- CreateTable
CREATE TABLE "UsedFreeSummary" (
    "personHash" TEXT NOT NULL,
    "usedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedFreeSummary_pkey" PRIMARY KEY ("personHash")
);
