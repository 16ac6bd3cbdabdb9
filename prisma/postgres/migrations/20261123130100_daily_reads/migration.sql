-- readr: expand
-- CreateTable
CREATE TABLE "DailyRead" (
    "day" TEXT NOT NULL,
    "bookId" INTEGER NOT NULL,
    "isChosen" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DailyRead_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "DailyRead_bookId_day_idx" ON "DailyRead"("bookId", "day");

-- AddForeignKey
ALTER TABLE "DailyRead" ADD CONSTRAINT "DailyRead_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
