-- readr: expand
-- CreateTable
CREATE TABLE "BookAudio" (
    "bookId" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "byteSize" INTEGER NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "chapters" TEXT NOT NULL,
    "isEstimated" BOOLEAN NOT NULL,
    "timings" TEXT,
    "freeHash" TEXT,
    "freeByteSize" INTEGER,
    "freeDurationMs" INTEGER,
    "freeUntil" TEXT NOT NULL,
    "textHash" TEXT NOT NULL,
    "sourceHash" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BookAudio_pkey" PRIMARY KEY ("bookId")
);

-- CreateIndex
CREATE INDEX "BookAudio_hash_idx" ON "BookAudio"("hash");

-- CreateIndex
CREATE INDEX "BookAudio_freeHash_idx" ON "BookAudio"("freeHash");

-- AddForeignKey
ALTER TABLE "BookAudio" ADD CONSTRAINT "BookAudio_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;
