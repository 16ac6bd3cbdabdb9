-- CreateTable
CREATE TABLE "GuaranteeRefund" (
    "userId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "status" TEXT NOT NULL,
    "amountCents" INTEGER NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    CONSTRAINT "GuaranteeRefund_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UsedGuarantee" (
    "personHash" TEXT NOT NULL PRIMARY KEY,
    "usedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "GuaranteeRefund_status_idx" ON "GuaranteeRefund"("status");
