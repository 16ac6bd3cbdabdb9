-- DropIndex
DROP INDEX "CountedMark_userId_place_idx";

-- AlterTable
ALTER TABLE "BookStanding" DROP COLUMN "neighbours";

-- CreateTable
CREATE TABLE "BookNeighbours" (
    "bookId" INTEGER NOT NULL,
    "packed" TEXT NOT NULL,

    CONSTRAINT "BookNeighbours_pkey" PRIMARY KEY ("bookId")
);

-- CreateIndex
CREATE INDEX "CountedMark_userId_place_bookId_idx" ON "CountedMark"("userId", "place", "bookId");

-- AddForeignKey
ALTER TABLE "BookNeighbours" ADD CONSTRAINT "BookNeighbours_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

