-- CreateTable
CREATE TABLE "BookRevision" (
    "id" SERIAL NOT NULL,
    "bookId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "replacedAt" TIMESTAMP(3) NOT NULL,
    "replacedBy" INTEGER NOT NULL,

    CONSTRAINT "BookRevision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BookRevision_bookId_id_idx" ON "BookRevision"("bookId", "id" DESC);

-- AddForeignKey
ALTER TABLE "BookRevision" ADD CONSTRAINT "BookRevision_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
