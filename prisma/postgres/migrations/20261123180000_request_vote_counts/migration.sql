-- readr: expand
-- Votes wait until the migration is committed, so that none is missed between the count and the triggers.
LOCK TABLE "BookRequest", "RequestVote" IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE "BookRequest" ADD COLUMN "voteCount" INTEGER NOT NULL DEFAULT 0;

UPDATE "BookRequest" r SET "voteCount" = v.n
FROM (SELECT "requestId", count(*) AS n FROM "RequestVote" GROUP BY "requestId") v
WHERE v."requestId" = r."id";

CREATE INDEX "BookRequest_voteCount_id_status_idx" ON "BookRequest"("voteCount", "id", "status");

-- Also counts what a deleted account or request removes, and what an earlier version writes.
CREATE FUNCTION "countRequestVotes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "BookRequest" SET "voteCount" = "voteCount" + 1 WHERE "id" = NEW."requestId";
  ELSE
    UPDATE "BookRequest" SET "voteCount" = "voteCount" - 1 WHERE "id" = OLD."requestId";
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "RequestVote_count"
AFTER INSERT OR DELETE ON "RequestVote"
FOR EACH ROW EXECUTE FUNCTION "countRequestVotes"();
