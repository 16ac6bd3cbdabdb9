-- CreateTable
CREATE TABLE "FavoriteGenre" (
    "userId" INTEGER NOT NULL,
    "genre" TEXT NOT NULL,

    CONSTRAINT "FavoriteGenre_pkey" PRIMARY KEY ("userId","genre")
);

-- CreateTable
CREATE TABLE "LikedBook" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,

    CONSTRAINT "LikedBook_pkey" PRIMARY KEY ("userId","bookId")
);

-- CreateIndex
CREATE INDEX "LikedBook_bookId_idx" ON "LikedBook"("bookId");

-- AddForeignKey
ALTER TABLE "FavoriteGenre" ADD CONSTRAINT "FavoriteGenre_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LikedBook" ADD CONSTRAINT "LikedBook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LikedBook" ADD CONSTRAINT "LikedBook_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
