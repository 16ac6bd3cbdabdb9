-- DropIndex
DROP INDEX "CountedMark_userId_place_idx";

-- AlterTable
ALTER TABLE "BookStanding" DROP COLUMN "neighbours";

-- CreateTable
CREATE TABLE "BookNeighbours" (
    "bookId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "packed" TEXT NOT NULL,
    CONSTRAINT "BookNeighbours_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "CountedMark_userId_place_bookId_idx" ON "CountedMark"("userId", "place", "bookId");
