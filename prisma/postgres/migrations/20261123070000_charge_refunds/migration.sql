-- AlterTable
ALTER TABLE "Charge" ADD COLUMN "failedRefundCents" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ChargeRefund" (
    "id" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "amountCents" INTEGER NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "requestedBy" INTEGER NOT NULL,
    "problem" TEXT,

    CONSTRAINT "ChargeRefund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ChargeRefund_userId_status_idx" ON "ChargeRefund"("userId", "status");

-- CreateIndex
CREATE UNIQUE INDEX "ChargeRefund_invoiceId_number_key" ON "ChargeRefund"("invoiceId", "number");

-- AddForeignKey
ALTER TABLE "ChargeRefund" ADD CONSTRAINT "ChargeRefund_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChargeRefund" ADD CONSTRAINT "ChargeRefund_invoiceId_fkey" FOREIGN KEY ("invoiceId") REFERENCES "Charge"("invoiceId") ON DELETE CASCADE ON UPDATE CASCADE;
