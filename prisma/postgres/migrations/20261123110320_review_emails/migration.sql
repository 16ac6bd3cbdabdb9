-- readr: expand
-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN "unsubscribeUrl" TEXT;

-- CreateTable
CREATE TABLE "ReviewEmails" (
    "userId" INTEGER NOT NULL,
    "frequency" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "nextAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ReviewEmails_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "ReviewEmails_nextAt_idx" ON "ReviewEmails"("nextAt");

-- AddForeignKey
ALTER TABLE "ReviewEmails" ADD CONSTRAINT "ReviewEmails_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
