-- readr: expand
-- AlterTable
ALTER TABLE "Session" ADD COLUMN "scopes" TEXT;
