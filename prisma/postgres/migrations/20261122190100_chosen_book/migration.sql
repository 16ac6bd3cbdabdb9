-- AlterTable
ALTER TABLE "Session" ADD COLUMN "chosenBook" TEXT;
