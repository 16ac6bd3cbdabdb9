-- readr: expand
-- CreateTable
CREATE TABLE "AskedQuestion" (
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "isAnswered" BOOLEAN NOT NULL,
    "times" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "askedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AskedQuestion_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "AskedQuestion_askedAt_idx" ON "AskedQuestion"("askedAt");

-- CreateIndex
CREATE INDEX "AskedQuestion_isAnswered_times_idx" ON "AskedQuestion"("isAnswered", "times");
