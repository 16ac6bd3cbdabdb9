-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "givenUpAt" TIMESTAMP(3);
