-- readr: expand
-- CreateTable
CREATE TABLE "ReadingGoal" (
    "userId" INTEGER NOT NULL PRIMARY KEY,
    "books" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    CONSTRAINT "ReadingGoal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
