-- AlterTable
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestParagraph" INTEGER;
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestSection" TEXT;
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestShare" REAL;
ALTER TABLE "ReadingPlace" ADD COLUMN "offset" REAL NOT NULL DEFAULT 0;
ALTER TABLE "ReadingPlace" ADD COLUMN "restartedAt" DATETIME;
