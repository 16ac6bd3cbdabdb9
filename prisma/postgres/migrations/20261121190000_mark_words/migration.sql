-- CreateTable
CREATE TABLE "MarkWord" (
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "mark" TEXT NOT NULL,
    "saidAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MarkWord_pkey" PRIMARY KEY ("userId","bookId","mark")
);

-- CreateIndex
CREATE INDEX "MarkWord_bookId_idx" ON "MarkWord"("bookId");

-- AddForeignKey
ALTER TABLE "MarkWord" ADD CONSTRAINT "MarkWord_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MarkWord" ADD CONSTRAINT "MarkWord_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
