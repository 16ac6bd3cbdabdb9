-- CreateIndex
CREATE INDEX "ChargeRefund_status_idx" ON "ChargeRefund"("status");
