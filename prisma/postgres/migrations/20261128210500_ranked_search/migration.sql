-- readr: contract, since 20261128204500_book_answers
-- Search with ranks. A background job fills "BookWords" and "SearchTerm" again.
DROP INDEX "Book_title_search_idx";
DROP INDEX "Book_names_search_idx";
DROP INDEX "Book_search_idx";
DROP TABLE "SearchWord";
TRUNCATE TABLE "BookWords";
ALTER TABLE "BookWords" ADD COLUMN "publicWords" TEXT NOT NULL;
ALTER TABLE "Book" DROP COLUMN "genreWords", DROP COLUMN "blurbWords";
UPDATE "Book" SET "titleWords" = "titleWords" || ' ' || replace("titleWords", ' ', '') WHERE position(' ' in "titleWords") > 0;

-- CreateTable
CREATE TABLE "SearchTerm" (
    "term" TEXT COLLATE "C" NOT NULL,
    "free" INTEGER NOT NULL,
    "whole" INTEGER NOT NULL,

    CONSTRAINT "SearchTerm_pkey" PRIMARY KEY ("term")
);
