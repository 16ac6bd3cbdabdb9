-- CreateTable
CREATE TABLE "FavoriteGenre" (
    "userId" INTEGER NOT NULL,
    "genre" TEXT NOT NULL,

    PRIMARY KEY ("userId", "genre"),
    CONSTRAINT "FavoriteGenre_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LikedBook" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,

    PRIMARY KEY ("userId", "bookId"),
    CONSTRAINT "LikedBook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "LikedBook_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "LikedBook_bookId_idx" ON "LikedBook"("bookId");
