-- AlterTable
ALTER TABLE "User" ADD COLUMN     "ownershipProvedAt" DATETIME;

-- An account that is not verified may have been verified under an earlier address. Nothing tells it
-- from one that never was, so the next proof counts as its first.
UPDATE "User" SET "ownershipProvedAt" = "createdAt" WHERE "emailVerified";
