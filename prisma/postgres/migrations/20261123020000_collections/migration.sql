-- CreateTable
CREATE TABLE "Collection" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "blurb" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "books" TEXT NOT NULL,
    "withdrawnAt" TIMESTAMP(3),
    "sourceHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CollectionRevision" (
    "id" SERIAL NOT NULL,
    "collectionId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "replacedAt" TIMESTAMP(3) NOT NULL,
    "replacedBy" INTEGER NOT NULL,

    CONSTRAINT "CollectionRevision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Collection_slug_key" ON "Collection"("slug");

-- CreateIndex
CREATE INDEX "CollectionRevision_collectionId_id_idx" ON "CollectionRevision"("collectionId", "id" DESC);

-- AddForeignKey
ALTER TABLE "CollectionRevision" ADD CONSTRAINT "CollectionRevision_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
