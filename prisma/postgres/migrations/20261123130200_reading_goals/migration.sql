-- readr: expand
-- CreateTable
CREATE TABLE "ReadingGoal" (
    "userId" INTEGER NOT NULL,
    "books" INTEGER NOT NULL,
    "period" TEXT NOT NULL,

    CONSTRAINT "ReadingGoal_pkey" PRIMARY KEY ("userId")
);

-- AddForeignKey
ALTER TABLE "ReadingGoal" ADD CONSTRAINT "ReadingGoal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
