-- AlterTable
ALTER TABLE "BillingAccount" ADD COLUMN "startHolder" TEXT;
ALTER TABLE "BillingAccount" ADD COLUMN "startUntil" DATETIME;

-- AlterTable
ALTER TABLE "Charge" ADD COLUMN "isDisputed" BOOLEAN NOT NULL DEFAULT false;
