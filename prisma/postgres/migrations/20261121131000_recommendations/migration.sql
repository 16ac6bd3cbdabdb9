-- CreateTable
CREATE TABLE "CountedMark" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "place" INTEGER,
    "markedMinute" INTEGER,
    "trendKey" DOUBLE PRECISION,
    "trendUntilMinute" INTEGER,

    CONSTRAINT "CountedMark_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateTable
CREATE TABLE "BookStanding" (
    "bookId" INTEGER NOT NULL,
    "readers" INTEGER NOT NULL DEFAULT 0,
    "openers" INTEGER NOT NULL DEFAULT 0,
    "trendKey" DOUBLE PRECISION,
    "trendReaders" INTEGER NOT NULL DEFAULT 0,
    "trendUntilMinute" INTEGER,
    "neighbours" TEXT NOT NULL DEFAULT '[]',
    "stirred" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "BookStanding_pkey" PRIMARY KEY ("bookId")
);

-- CreateTable
CREATE TABLE "WorkLease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "WorkLease_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "CountedMark_userId_place_idx" ON "CountedMark"("userId", "place");

-- CreateIndex
CREATE INDEX "CountedMark_bookId_markedMinute_idx" ON "CountedMark"("bookId", "markedMinute");

-- CreateIndex
CREATE INDEX "CountedMark_trendUntilMinute_idx" ON "CountedMark"("trendUntilMinute");

-- CreateIndex
CREATE INDEX "BookStanding_trendKey_idx" ON "BookStanding"("trendKey");

-- AddForeignKey
ALTER TABLE "CountedMark" ADD CONSTRAINT "CountedMark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CountedMark" ADD CONSTRAINT "CountedMark_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BookStanding" ADD CONSTRAINT "BookStanding_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

