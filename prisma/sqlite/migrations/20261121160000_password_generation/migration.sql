-- AlterTable
ALTER TABLE "User" ADD COLUMN     "passwordGeneration" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "passwordGeneration" INTEGER NOT NULL DEFAULT 0;
