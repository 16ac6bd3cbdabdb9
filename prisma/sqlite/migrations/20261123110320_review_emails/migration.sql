-- readr: expand
-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN "unsubscribeUrl" TEXT;

-- CreateTable
CREATE TABLE "ReviewEmails" (
    "userId" INTEGER NOT NULL PRIMARY KEY,
    "frequency" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "nextAt" DATETIME NOT NULL,
    CONSTRAINT "ReviewEmails_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ReviewEmails_nextAt_idx" ON "ReviewEmails"("nextAt");
