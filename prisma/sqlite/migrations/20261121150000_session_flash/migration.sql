-- AlterTable
ALTER TABLE "Session" ADD COLUMN "flash" TEXT;
