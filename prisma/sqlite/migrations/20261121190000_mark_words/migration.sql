-- CreateTable
CREATE TABLE "MarkWord" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "mark" TEXT NOT NULL,
    "saidAt" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "bookId", "mark"),
    CONSTRAINT "MarkWord_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "MarkWord_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "MarkWord_bookId_idx" ON "MarkWord"("bookId");


