-- AlterTable
ALTER TABLE "BillingAccount" ADD COLUMN     "startHolder" TEXT,
ADD COLUMN     "startUntil" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "Charge" ADD COLUMN     "isDisputed" BOOLEAN NOT NULL DEFAULT false;
