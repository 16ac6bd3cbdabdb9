-- CreateTable
CREATE TABLE "ProductionStart" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "firstAt" DATETIME NOT NULL
);
