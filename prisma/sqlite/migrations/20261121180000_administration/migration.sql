-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "actorId" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "subjectKind" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "detail" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_subjectKind_subjectId_at_id_idx" ON "AuditEntry"("subjectKind", "subjectId", "at" DESC, "id" DESC);

-- Readers are found by how their names begin, in any case.
CREATE INDEX "User_name_start" ON "User" (lower("name"));
