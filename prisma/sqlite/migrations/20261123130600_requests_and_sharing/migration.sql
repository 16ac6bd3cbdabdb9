-- readr: expand
-- AlterTable
ALTER TABLE "User" ADD COLUMN "requestEmails" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "BookRequest" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER,
    "title" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "answer" TEXT NOT NULL DEFAULT '',
    "mergedIntoId" INTEGER,
    "bookId" INTEGER,
    "requestedAt" DATETIME NOT NULL,
    "changedAt" DATETIME,
    CONSTRAINT "BookRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "BookRequest_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "BookRequest_mergedIntoId_fkey" FOREIGN KEY ("mergedIntoId") REFERENCES "BookRequest" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RequestVote" (
    "userId" INTEGER NOT NULL,
    "requestId" INTEGER NOT NULL,
    "votedAt" DATETIME NOT NULL,
    "toldAt" DATETIME,

    PRIMARY KEY ("userId", "requestId"),
    CONSTRAINT "RequestVote_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RequestVote_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "BookRequest" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SharedSummary" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "week" TEXT NOT NULL,
    "sharedBy" TEXT NOT NULL,
    "sharedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,
    "openings" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "SharedSummary_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SharedSummary_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
