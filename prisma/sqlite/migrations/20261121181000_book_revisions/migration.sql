-- CreateTable
CREATE TABLE "BookRevision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "bookId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "replacedAt" DATETIME NOT NULL,
    "replacedBy" INTEGER NOT NULL,
    CONSTRAINT "BookRevision_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "BookRevision_bookId_id_idx" ON "BookRevision"("bookId", "id" DESC);
