-- readr: expand
-- CreateTable
CREATE TABLE "LastForm" (
    "sender" TEXT NOT NULL PRIMARY KEY,
    "form" TEXT NOT NULL,
    "answer" TEXT,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "LastForm_expiresAt_idx" ON "LastForm"("expiresAt");
