-- CreateTable
CREATE TABLE "CorrectionReport" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "passage" TEXT NOT NULL,
    "problem" TEXT NOT NULL,
    "source" TEXT,
    "textsHash" TEXT NOT NULL,
    "reportedAt" DATETIME NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "answer" TEXT,
    "answeredAt" DATETIME,
    "revisionId" INTEGER,
    CONSTRAINT "CorrectionReport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CorrectionReport_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CorrectionReport_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "BookRevision" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "CorrectionReport_userId_bookId_textsHash_key" ON "CorrectionReport"("userId", "bookId", "textsHash");

-- CreateIndex
CREATE INDEX "CorrectionReport_status_id_idx" ON "CorrectionReport"("status", "id");

-- CreateIndex
CREATE INDEX "CorrectionReport_bookId_idx" ON "CorrectionReport"("bookId");

-- CreateIndex
CREATE INDEX "CorrectionReport_revisionId_idx" ON "CorrectionReport"("revisionId");
