-- CreateTable
CREATE TABLE "SavedBook" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "savedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SavedBook_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateTable
CREATE TABLE "ReadBook" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "readAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ReadBook_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateTable
CREATE TABLE "OpenedBook" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OpenedBook_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateTable
CREATE TABLE "ReadingPlace" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "paragraph" INTEGER NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "placedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ReadingPlace_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateTable
CREATE TABLE "MarkEvent" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "happenedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MarkEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SavedBook_userId_savedAt_bookId_idx" ON "SavedBook"("userId", "savedAt" DESC, "bookId");

-- CreateIndex
CREATE INDEX "SavedBook_bookId_idx" ON "SavedBook"("bookId");

-- CreateIndex
CREATE INDEX "ReadBook_userId_readAt_bookId_idx" ON "ReadBook"("userId", "readAt" DESC, "bookId");

-- CreateIndex
CREATE INDEX "ReadBook_bookId_idx" ON "ReadBook"("bookId");

-- CreateIndex
CREATE INDEX "OpenedBook_userId_openedAt_bookId_idx" ON "OpenedBook"("userId", "openedAt" DESC, "bookId");

-- CreateIndex
CREATE INDEX "OpenedBook_bookId_idx" ON "OpenedBook"("bookId");

-- CreateIndex
CREATE INDEX "ReadingPlace_userId_placedAt_bookId_idx" ON "ReadingPlace"("userId", "placedAt" DESC, "bookId");

-- CreateIndex
CREATE INDEX "ReadingPlace_bookId_idx" ON "ReadingPlace"("bookId");

-- CreateIndex
CREATE INDEX "MarkEvent_userId_idx" ON "MarkEvent"("userId");

-- CreateIndex
CREATE INDEX "MarkEvent_bookId_idx" ON "MarkEvent"("bookId");

-- CreateIndex
CREATE INDEX "Book_titleKey_id_idx" ON "Book"("titleKey", "id");

-- CreateIndex
CREATE INDEX "Book_authorKey_id_idx" ON "Book"("authorKey", "id");

-- CreateIndex
CREATE INDEX "Book_popularity_publishedAt_id_idx" ON "Book"("popularity" DESC, "publishedAt" DESC, "id");

-- AddForeignKey
ALTER TABLE "SavedBook" ADD CONSTRAINT "SavedBook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedBook" ADD CONSTRAINT "SavedBook_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadBook" ADD CONSTRAINT "ReadBook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadBook" ADD CONSTRAINT "ReadBook_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenedBook" ADD CONSTRAINT "OpenedBook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenedBook" ADD CONSTRAINT "OpenedBook_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadingPlace" ADD CONSTRAINT "ReadingPlace_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadingPlace" ADD CONSTRAINT "ReadingPlace_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MarkEvent" ADD CONSTRAINT "MarkEvent_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MarkEvent" ADD CONSTRAINT "MarkEvent_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;


