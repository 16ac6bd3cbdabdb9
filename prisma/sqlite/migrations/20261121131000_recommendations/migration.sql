-- CreateTable
CREATE TABLE "CountedMark" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "place" INTEGER,
    "markedMinute" INTEGER,
    "trendKey" REAL,
    "trendUntilMinute" INTEGER,

    PRIMARY KEY ("userId", "bookId"),
    CONSTRAINT "CountedMark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CountedMark_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BookStanding" (
    "bookId" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "readers" INTEGER NOT NULL DEFAULT 0,
    "openers" INTEGER NOT NULL DEFAULT 0,
    "trendKey" REAL,
    "trendReaders" INTEGER NOT NULL DEFAULT 0,
    "trendUntilMinute" INTEGER,
    "neighbours" TEXT NOT NULL DEFAULT '[]',
    "stirred" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "BookStanding_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WorkLease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "CountedMark_userId_place_idx" ON "CountedMark"("userId", "place");

-- CreateIndex
CREATE INDEX "CountedMark_bookId_markedMinute_idx" ON "CountedMark"("bookId", "markedMinute");

-- CreateIndex
CREATE INDEX "CountedMark_trendUntilMinute_idx" ON "CountedMark"("trendUntilMinute");

-- CreateIndex
CREATE INDEX "BookStanding_trendKey_idx" ON "BookStanding"("trendKey");

