-- readr: expand
-- CreateTable
CREATE TABLE "LastForm" (
    "sender" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "answer" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LastForm_pkey" PRIMARY KEY ("sender")
);

-- CreateIndex
CREATE INDEX "LastForm_expiresAt_idx" ON "LastForm"("expiresAt");
