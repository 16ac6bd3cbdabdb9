-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "givenUpAt" DATETIME;
