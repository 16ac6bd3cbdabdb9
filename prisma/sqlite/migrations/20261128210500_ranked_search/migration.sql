-- readr: contract, since 20261128204500_book_answers
-- Search with ranks. A background job fills "BookWords" and "SearchTerm" again.
DROP TRIGGER "Book_fts_insert";
DROP TRIGGER "Book_fts_delete";
DROP TRIGGER "Book_fts_update";
DROP TRIGGER "Book_names_fts_insert";
DROP TRIGGER "Book_names_fts_delete";
DROP TRIGGER "Book_names_fts_update";
DROP TABLE "BookFts";
DROP TABLE "BookNamesFts";
DROP TABLE "BookWordsFts";
DROP TABLE "BookWords";
DROP TABLE "SearchWord";
ALTER TABLE "Book" DROP COLUMN "genreWords";
ALTER TABLE "Book" DROP COLUMN "blurbWords";
UPDATE "Book" SET "titleWords" = "titleWords" || ' ' || replace("titleWords", ' ', '') WHERE instr("titleWords", ' ') > 0;

-- CreateTable
CREATE TABLE "BookWords" (
    "bookId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "freeWords" TEXT NOT NULL,
    "paidWords" TEXT NOT NULL,
    "publicWords" TEXT NOT NULL,
    CONSTRAINT "BookWords_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SearchTerm" (
    "term" TEXT NOT NULL PRIMARY KEY,
    "free" INTEGER NOT NULL,
    "whole" INTEGER NOT NULL
);

-- The words are normalized, so the ascii tokenizer, which splits at spaces and punctuation only, fits all scripts.
CREATE VIRTUAL TABLE "BookWordsFts" USING fts5(
    "freeWords", "paidWords",
    content = 'BookWords', content_rowid = 'bookId',
    tokenize = 'ascii', detail = 'column'
);

CREATE TRIGGER "BookWords_fts_insert" AFTER INSERT ON "BookWords" BEGIN
    INSERT INTO "BookWordsFts" (rowid, "freeWords", "paidWords")
    VALUES (new."bookId", new."freeWords", new."paidWords");
END;

CREATE TRIGGER "BookWords_fts_delete" AFTER DELETE ON "BookWords" BEGIN
    INSERT INTO "BookWordsFts" ("BookWordsFts", rowid, "freeWords", "paidWords")
    VALUES ('delete', old."bookId", old."freeWords", old."paidWords");
END;

CREATE TRIGGER "BookWords_fts_update" AFTER UPDATE ON "BookWords" BEGIN
    INSERT INTO "BookWordsFts" ("BookWordsFts", rowid, "freeWords", "paidWords")
    VALUES ('delete', old."bookId", old."freeWords", old."paidWords");
    INSERT INTO "BookWordsFts" (rowid, "freeWords", "paidWords")
    VALUES (new."bookId", new."freeWords", new."paidWords");
END;

-- The words of titles and authors, by their beginnings (a later redefinition of "Book" drops the triggers
-- and must make them again).
CREATE VIRTUAL TABLE "BookNamesFts" USING fts5(
    "titleWords", "authorWords",
    content = 'Book', content_rowid = 'id',
    tokenize = 'ascii', prefix = '1 2 3', detail = 'none'
);

CREATE TRIGGER "Book_names_fts_insert" AFTER INSERT ON "Book" BEGIN
    INSERT INTO "BookNamesFts" (rowid, "titleWords", "authorWords")
    VALUES (new."id", new."titleWords", new."authorWords");
END;

CREATE TRIGGER "Book_names_fts_delete" AFTER DELETE ON "Book" BEGIN
    INSERT INTO "BookNamesFts" ("BookNamesFts", rowid, "titleWords", "authorWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords");
END;

CREATE TRIGGER "Book_names_fts_update" AFTER UPDATE OF "titleWords", "authorWords" ON "Book" BEGIN
    INSERT INTO "BookNamesFts" ("BookNamesFts", rowid, "titleWords", "authorWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords");
    INSERT INTO "BookNamesFts" (rowid, "titleWords", "authorWords")
    VALUES (new."id", new."titleWords", new."authorWords");
END;

INSERT INTO "BookNamesFts" ("BookNamesFts") VALUES ('rebuild');
