-- readr: expand
-- AlterTable
ALTER TABLE "User" ADD COLUMN "timeZone" TEXT;
ALTER TABLE "User" ADD COLUMN "asksQuestions" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "ReviewCard" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "isPaid" BOOLEAN NOT NULL,
    "due" TIMESTAMP(3) NOT NULL,
    "stability" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "difficulty" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "scheduledDays" INTEGER NOT NULL DEFAULT 0,
    "reps" INTEGER NOT NULL DEFAULT 0,
    "lapses" INTEGER NOT NULL DEFAULT 0,
    "state" INTEGER NOT NULL DEFAULT 0,
    "reviewedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ReviewCard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReviewAnswer" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "cardId" INTEGER NOT NULL,
    "grade" INTEGER NOT NULL,
    "answeredAt" TIMESTAMP(3) NOT NULL,
    "due" TIMESTAMP(3) NOT NULL,
    "stability" DOUBLE PRECISION NOT NULL,
    "difficulty" DOUBLE PRECISION NOT NULL,
    "scheduledDays" INTEGER NOT NULL,
    "state" INTEGER NOT NULL,

    CONSTRAINT "ReviewAnswer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ReviewCard_userId_id_key" ON "ReviewCard"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ReviewCard_userId_bookId_kind_source_key" ON "ReviewCard"("userId", "bookId", "kind", "source");

-- CreateIndex
CREATE INDEX "ReviewCard_userId_due_id_idx" ON "ReviewCard"("userId", "due", "id");

-- CreateIndex
CREATE INDEX "ReviewCard_bookId_idx" ON "ReviewCard"("bookId");

-- CreateIndex
CREATE INDEX "ReviewAnswer_userId_answeredAt_idx" ON "ReviewAnswer"("userId", "answeredAt");

-- CreateIndex
CREATE INDEX "ReviewAnswer_userId_cardId_idx" ON "ReviewAnswer"("userId", "cardId");

-- AddForeignKey
ALTER TABLE "ReviewCard" ADD CONSTRAINT "ReviewCard_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewCard" ADD CONSTRAINT "ReviewCard_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewAnswer" ADD CONSTRAINT "ReviewAnswer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewAnswer" ADD CONSTRAINT "ReviewAnswer_userId_cardId_fkey" FOREIGN KEY ("userId", "cardId") REFERENCES "ReviewCard"("userId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
