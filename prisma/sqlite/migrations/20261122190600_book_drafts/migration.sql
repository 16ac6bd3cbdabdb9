-- CreateTable
CREATE TABLE "BookDraft" (
    "userId" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "since" TEXT NOT NULL,
    "fields" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "savedAt" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "slug"),
    CONSTRAINT "BookDraft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
