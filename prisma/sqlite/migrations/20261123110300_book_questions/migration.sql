-- readr: expand
-- AlterTable
ALTER TABLE "BookText" ADD COLUMN "questions" TEXT;
