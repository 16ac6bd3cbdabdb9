-- CreateTable
CREATE TABLE "BookTopic" (
    "bookId" INTEGER NOT NULL,
    "topic" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    PRIMARY KEY ("bookId", "topic"),
    CONSTRAINT "BookTopic_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "BookTopic_topic_bookId_idx" ON "BookTopic"("topic", "bookId");
