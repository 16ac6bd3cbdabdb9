-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "prefixed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "isLast" BOOLEAN NOT NULL DEFAULT false;
