-- readr: expand
-- CreateTable
CREATE TABLE "Note" (
    "userId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "bookId" INTEGER NOT NULL,
    "color" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "exact" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "suffix" TEXT NOT NULL,
    "textHash" TEXT NOT NULL,
    "isOutdated" BOOLEAN NOT NULL,
    "tags" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,
    "colorChangedAt" TIMESTAMP(3) NOT NULL,
    "textChangedAt" TIMESTAMP(3) NOT NULL,
    "deletionChangedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),
    "savedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Note_pkey" PRIMARY KEY ("userId", "id")
);

-- CreateIndex
CREATE INDEX "Note_userId_createdAt_id_idx" ON "Note"("userId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Note_userId_bookId_createdAt_id_idx" ON "Note"("userId", "bookId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Note_userId_color_createdAt_id_idx" ON "Note"("userId", "color", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Note_userId_savedAt_id_idx" ON "Note"("userId", "savedAt", "id");

-- CreateIndex
CREATE INDEX "Note_bookId_idx" ON "Note"("bookId");

-- CreateIndex
CREATE INDEX "Note_deletedAt_idx" ON "Note"("deletedAt");

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
