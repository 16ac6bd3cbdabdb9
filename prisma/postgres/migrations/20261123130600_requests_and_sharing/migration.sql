-- readr: expand
-- AlterTable
ALTER TABLE "User" ADD COLUMN "requestEmails" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "BookRequest" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER,
    "title" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "answer" TEXT NOT NULL DEFAULT '',
    "mergedIntoId" INTEGER,
    "bookId" INTEGER,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "changedAt" TIMESTAMP(3),

    CONSTRAINT "BookRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RequestVote" (
    "userId" INTEGER NOT NULL,
    "requestId" INTEGER NOT NULL,
    "votedAt" TIMESTAMP(3) NOT NULL,
    "toldAt" TIMESTAMP(3),

    CONSTRAINT "RequestVote_pkey" PRIMARY KEY ("userId", "requestId")
);

-- CreateTable
CREATE TABLE "SharedSummary" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "week" TEXT NOT NULL,
    "sharedBy" TEXT NOT NULL,
    "sharedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "openings" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SharedSummary_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BookRequest_status_id_idx" ON "BookRequest"("status", "id");

-- CreateIndex
CREATE INDEX "BookRequest_bookId_idx" ON "BookRequest"("bookId");

-- CreateIndex
CREATE INDEX "BookRequest_mergedIntoId_idx" ON "BookRequest"("mergedIntoId");

-- CreateIndex
CREATE UNIQUE INDEX "BookRequest_userId_words_key" ON "BookRequest"("userId", "words");

-- CreateIndex
CREATE INDEX "RequestVote_requestId_toldAt_userId_idx" ON "RequestVote"("requestId", "toldAt", "userId");

-- CreateIndex
CREATE INDEX "SharedSummary_bookId_idx" ON "SharedSummary"("bookId");

-- CreateIndex
CREATE UNIQUE INDEX "SharedSummary_userId_week_key" ON "SharedSummary"("userId", "week");

-- AddForeignKey
ALTER TABLE "BookRequest" ADD CONSTRAINT "BookRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BookRequest" ADD CONSTRAINT "BookRequest_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BookRequest" ADD CONSTRAINT "BookRequest_mergedIntoId_fkey" FOREIGN KEY ("mergedIntoId") REFERENCES "BookRequest"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestVote" ADD CONSTRAINT "RequestVote_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestVote" ADD CONSTRAINT "RequestVote_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "BookRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SharedSummary" ADD CONSTRAINT "SharedSummary_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SharedSummary" ADD CONSTRAINT "SharedSummary_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
