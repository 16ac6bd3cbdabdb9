-- CreateTable
CREATE TABLE "BookWords" (
    "bookId" INTEGER NOT NULL,
    "freeWords" TEXT NOT NULL,
    "paidWords" TEXT NOT NULL,

    CONSTRAINT "BookWords_pkey" PRIMARY KEY ("bookId")
);

-- AddForeignKey
ALTER TABLE "BookWords" ADD CONSTRAINT "BookWords_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Text search (hand-written): the same expressions stand in app/catalogue/store/search-texts.server.ts.
-- A background job fills the table for the books that are there already.
CREATE INDEX "BookWords_free_idx" ON "BookWords" USING gin (string_to_array("freeWords", ' '));
CREATE INDEX "BookWords_whole_idx" ON "BookWords" USING gin (string_to_array("freeWords" || ' ' || "paidWords", ' '));
