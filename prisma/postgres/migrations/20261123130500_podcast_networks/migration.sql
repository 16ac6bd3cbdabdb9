-- readr: expand
-- AlterTable
ALTER TABLE "Session" ADD COLUMN "networks" TEXT;
