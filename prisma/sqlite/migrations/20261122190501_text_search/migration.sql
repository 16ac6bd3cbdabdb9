-- CreateTable
CREATE TABLE "BookWords" (
    "bookId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "freeWords" TEXT NOT NULL,
    "paidWords" TEXT NOT NULL,
    CONSTRAINT "BookWords_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Text search (hand-written). A background job fills it for the books that are there already. The words
-- are normalized, so the ascii tokenizer, which splits at spaces and punctuation only, fits all scripts.
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
