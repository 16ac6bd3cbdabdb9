-- readr: expand
-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN "attachment" TEXT;

-- CreateTable
CREATE TABLE "KindleAddress" (
    "userId" INTEGER NOT NULL PRIMARY KEY,
    "address" TEXT NOT NULL,
    "sendsSaved" BOOLEAN NOT NULL DEFAULT false,
    "changedAt" DATETIME NOT NULL,
    CONSTRAINT "KindleAddress_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "KindleDelivery" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "userId" INTEGER NOT NULL,
    "bookId" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "parcel" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "sentAt" DATETIME,
    "failedAt" DATETIME,
    "problem" TEXT,
    CONSTRAINT "KindleDelivery_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "KindleDelivery_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "KindleDelivery_userId_requestedAt_id_idx" ON "KindleDelivery"("userId", "requestedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "KindleDelivery_bookId_idx" ON "KindleDelivery"("bookId");

-- CreateIndex
CREATE INDEX "KindleDelivery_parcel_idx" ON "KindleDelivery"("parcel");

-- CreateIndex
CREATE UNIQUE INDEX "KindleDelivery_userId_bookId_version_address_key" ON "KindleDelivery"("userId", "bookId", "version", "address");
