-- AlterTable
ALTER TABLE "User" ADD COLUMN     "appearance" TEXT;
