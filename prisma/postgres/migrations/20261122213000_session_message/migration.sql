-- AlterTable
ALTER TABLE "Session" ADD COLUMN "message" TEXT;
