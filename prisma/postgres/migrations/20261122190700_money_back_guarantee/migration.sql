-- CreateTable
CREATE TABLE "GuaranteeRefund" (
    "userId" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "amountCents" INTEGER NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "GuaranteeRefund_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "UsedGuarantee" (
    "personHash" TEXT NOT NULL,
    "usedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedGuarantee_pkey" PRIMARY KEY ("personHash")
);

-- CreateIndex
CREATE INDEX "GuaranteeRefund_status_idx" ON "GuaranteeRefund"("status");

-- AddForeignKey
ALTER TABLE "GuaranteeRefund" ADD CONSTRAINT "GuaranteeRefund_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
