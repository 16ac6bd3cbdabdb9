-- CreateTable
CREATE TABLE "ProductionStart" (
    "id" INTEGER NOT NULL,
    "firstAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ProductionStart_pkey" PRIMARY KEY ("id")
);
