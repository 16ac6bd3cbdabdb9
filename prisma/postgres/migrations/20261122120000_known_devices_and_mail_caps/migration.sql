-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "kind" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "firstDeviceAt" TIMESTAMP(3);
