-- readr: expand
ALTER TABLE "BookRequest" ADD COLUMN "voteCount" INTEGER NOT NULL DEFAULT 0;

UPDATE "BookRequest" SET "voteCount" =
    (SELECT count(*) FROM "RequestVote" WHERE "requestId" = "BookRequest"."id");

CREATE INDEX "BookRequest_voteCount_id_status_idx" ON "BookRequest"("voteCount", "id", "status");

-- Also counts what a deleted account or request removes, and what an earlier version writes.
CREATE TRIGGER "RequestVote_count_insert" AFTER INSERT ON "RequestVote" BEGIN
    UPDATE "BookRequest" SET "voteCount" = "voteCount" + 1 WHERE "id" = new."requestId";
END;

CREATE TRIGGER "RequestVote_count_delete" AFTER DELETE ON "RequestVote" BEGIN
    UPDATE "BookRequest" SET "voteCount" = "voteCount" - 1 WHERE "id" = old."requestId";
END;
