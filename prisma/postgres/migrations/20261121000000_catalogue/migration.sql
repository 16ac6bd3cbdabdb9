-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Book" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "genre" TEXT NOT NULL,
    "blurb" TEXT NOT NULL,
    "locked" BOOLEAN NOT NULL,
    "minutes" INTEGER NOT NULL,
    "publishedAt" TIMESTAMP(3) NOT NULL,
    "coverFile" TEXT,
    "coverTag" TEXT NOT NULL,
    "popularity" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "titleKey" TEXT NOT NULL,
    "authorKey" TEXT NOT NULL,
    "titleWords" TEXT NOT NULL,
    "authorWords" TEXT NOT NULL,
    "genreWords" TEXT NOT NULL,
    "blurbWords" TEXT NOT NULL,
    "sourceHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Book_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BookText" (
    "bookId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "sources" TEXT NOT NULL,

    CONSTRAINT "BookText_pkey" PRIMARY KEY ("bookId")
);

-- CreateTable
CREATE TABLE "SearchWord" (
    "word" TEXT NOT NULL,

    CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "CatalogueVersion" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CatalogueVersion_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "BookText" ADD CONSTRAINT "BookText_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Sort keys compare by code point on both engines, whatever the database's locale.
ALTER TABLE "Book" ALTER COLUMN "titleKey" TYPE TEXT COLLATE "C";
ALTER TABLE "Book" ALTER COLUMN "authorKey" TYPE TEXT COLLATE "C";
ALTER TABLE "SearchWord" ALTER COLUMN "word" TYPE TEXT COLLATE "C";

-- Search (hand-written): the same expression stands in app/catalogue/store/search.server.ts.
CREATE INDEX "Book_search_idx" ON "Book" USING gin ((
    setweight(to_tsvector('simple', "titleWords"), 'A') ||
    setweight(to_tsvector('simple', "authorWords"), 'B') ||
    setweight(to_tsvector('simple', "genreWords"), 'C') ||
    setweight(to_tsvector('simple', "blurbWords"), 'D')
));

INSERT INTO "CatalogueVersion" ("id", "version") VALUES (1, 1);
