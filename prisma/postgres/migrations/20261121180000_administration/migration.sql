-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actorId" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "subjectKind" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_subjectKind_subjectId_at_id_idx" ON "AuditEntry"("subjectKind", "subjectId", "at" DESC, "id" DESC);

-- Readers are found by how their names and addresses begin: by code point, as ranges need it.
CREATE INDEX "User_name_start" ON "User" ((lower("name") COLLATE "C"));
CREATE INDEX "User_email_start" ON "User" (("email" COLLATE "C"));
