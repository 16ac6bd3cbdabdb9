-- CreateTable
CREATE TABLE "Book" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "genre" TEXT NOT NULL,
    "blurb" TEXT NOT NULL,
    "locked" BOOLEAN NOT NULL,
    "minutes" INTEGER NOT NULL,
    "publishedAt" DATETIME NOT NULL,
    "coverFile" TEXT,
    "coverTag" TEXT NOT NULL,
    "popularity" REAL NOT NULL DEFAULT 0,
    "titleKey" TEXT NOT NULL,
    "authorKey" TEXT NOT NULL,
    "titleWords" TEXT NOT NULL,
    "authorWords" TEXT NOT NULL,
    "genreWords" TEXT NOT NULL,
    "blurbWords" TEXT NOT NULL,
    "sourceHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "BookText" (
    "bookId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "text" TEXT NOT NULL,
    "sources" TEXT NOT NULL,
    CONSTRAINT "BookText_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL PRIMARY KEY
);

-- CreateTable
CREATE TABLE "CatalogueVersion" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0
);

-- CreateIndex
CREATE UNIQUE INDEX "Book_slug_key" ON "Book"("slug");

-- CreateIndex
CREATE INDEX "Book_locked_titleKey_id_idx" ON "Book"("locked", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Book_locked_authorKey_id_idx" ON "Book"("locked", "authorKey", "id");

-- CreateIndex
CREATE INDEX "Book_locked_publishedAt_id_idx" ON "Book"("locked", "publishedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Book_locked_popularity_publishedAt_id_idx" ON "Book"("locked", "popularity" DESC, "publishedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Book_genre_locked_titleKey_id_idx" ON "Book"("genre", "locked", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Book_genre_locked_authorKey_id_idx" ON "Book"("genre", "locked", "authorKey", "id");

-- CreateIndex
CREATE INDEX "Book_genre_locked_publishedAt_id_idx" ON "Book"("genre", "locked", "publishedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Book_genre_locked_popularity_publishedAt_id_idx" ON "Book"("genre", "locked", "popularity" DESC, "publishedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Book_publishedAt_id_idx" ON "Book"("publishedAt" DESC, "id");


-- Search (hand-written; a later redefinition of "Book" drops the triggers and must make them again)
CREATE VIRTUAL TABLE "BookFts" USING fts5(
    "titleWords", "authorWords", "genreWords", "blurbWords",
    content = 'Book', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TRIGGER "Book_fts_insert" AFTER INSERT ON "Book" BEGIN
    INSERT INTO "BookFts" (rowid, "titleWords", "authorWords", "genreWords", "blurbWords")
    VALUES (new."id", new."titleWords", new."authorWords", new."genreWords", new."blurbWords");
END;

CREATE TRIGGER "Book_fts_delete" AFTER DELETE ON "Book" BEGIN
    INSERT INTO "BookFts" ("BookFts", rowid, "titleWords", "authorWords", "genreWords", "blurbWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords", old."genreWords", old."blurbWords");
END;

CREATE TRIGGER "Book_fts_update" AFTER UPDATE OF "titleWords", "authorWords", "genreWords", "blurbWords" ON "Book" BEGIN
    INSERT INTO "BookFts" ("BookFts", rowid, "titleWords", "authorWords", "genreWords", "blurbWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords", old."genreWords", old."blurbWords");
    INSERT INTO "BookFts" (rowid, "titleWords", "authorWords", "genreWords", "blurbWords")
    VALUES (new."id", new."titleWords", new."authorWords", new."genreWords", new."blurbWords");
END;

INSERT INTO "CatalogueVersion" ("id", "version") VALUES (1, 1);
