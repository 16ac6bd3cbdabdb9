-- readr: expand
-- AlterTable
ALTER TABLE "BookText" ADD COLUMN "answers" TEXT;
