-- AlterTable
ALTER TABLE "User" ADD COLUMN "suspendedAt" DATETIME;
