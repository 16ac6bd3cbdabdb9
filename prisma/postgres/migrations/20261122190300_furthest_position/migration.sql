-- AlterTable
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestParagraph" INTEGER;
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestSection" TEXT;
ALTER TABLE "ReadingPlace" ADD COLUMN "furthestShare" DOUBLE PRECISION;
ALTER TABLE "ReadingPlace" ADD COLUMN "offset" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "ReadingPlace" ADD COLUMN "restartedAt" TIMESTAMP(3);
