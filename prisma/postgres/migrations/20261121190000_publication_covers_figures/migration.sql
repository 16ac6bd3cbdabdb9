-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "endFeedback" TEXT;
ALTER TABLE "Subscription" ADD COLUMN "endReason" TEXT;

-- AlterTable
ALTER TABLE "Book" ADD COLUMN "withdrawnAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "BookCover" (
    "bookId" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,

    CONSTRAINT "BookCover_pkey" PRIMARY KEY ("bookId", "width")
);

-- CreateIndex
CREATE INDEX "User_createdAt_idx" ON "User"("createdAt");

-- CreateIndex
CREATE INDEX "Subscription_status_plan_nextChargeCents_idx" ON "Subscription"("status", "plan", "nextChargeCents");

-- CreateIndex
CREATE INDEX "Subscription_endedAt_idx" ON "Subscription"("endedAt");

-- CreateIndex
CREATE INDEX "Subscription_trialEnd_idx" ON "Subscription"("trialEnd");

-- CreateIndex
CREATE INDEX "Charge_paidAt_amountPaidCents_idx" ON "Charge"("paidAt", "amountPaidCents");

-- CreateIndex
CREATE INDEX "Book_withdrawnAt_idx" ON "Book"("withdrawnAt");

-- CreateIndex
CREATE INDEX "ReadBook_readAt_bookId_idx" ON "ReadBook"("readAt", "bookId");

-- CreateIndex
CREATE INDEX "OpenedBook_openedAt_userId_bookId_idx" ON "OpenedBook"("openedAt", "userId", "bookId");



-- AddForeignKey
ALTER TABLE "BookCover" ADD CONSTRAINT "BookCover_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
