-- readr: expand
-- AlterTable
ALTER TABLE "User" ADD COLUMN "emailRefusedAt" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN "onceKey" TEXT;

-- CreateTable
CREATE TABLE "Digest" (
    "userId" INTEGER NOT NULL,
    "frequency" TEXT NOT NULL,
    "newBooks" BOOLEAN NOT NULL,
    "todaysRead" BOOLEAN NOT NULL,
    "highlight" BOOLEAN NOT NULL,
    "nextAt" TIMESTAMP(3) NOT NULL,
    "newSince" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Digest_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "Digest_nextAt_idx" ON "Digest"("nextAt");

-- CreateIndex
CREATE UNIQUE INDEX "Session_userId_id_key" ON "Session"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "OutboxMail_onceKey_key" ON "OutboxMail"("onceKey");

-- CreateTable
CREATE TABLE "PushSubscription" (
    "sessionId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "serverKey" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "nextAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("sessionId")
);

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_endpoint_key" ON "PushSubscription"("endpoint");

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_userId_sessionId_key" ON "PushSubscription"("userId", "sessionId");

-- CreateIndex
CREATE INDEX "PushSubscription_nextAt_idx" ON "PushSubscription"("nextAt");

-- AddForeignKey
ALTER TABLE "Digest" ADD CONSTRAINT "Digest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_userId_sessionId_fkey" FOREIGN KEY ("userId", "sessionId") REFERENCES "Session"("userId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
