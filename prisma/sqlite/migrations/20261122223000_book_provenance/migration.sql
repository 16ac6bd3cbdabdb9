-- Where a summary comes from: its edition, and when it was written and checked.
ALTER TABLE "BookText" ADD COLUMN "edition" TEXT;
ALTER TABLE "BookText" ADD COLUMN "written" TEXT;
ALTER TABLE "BookText" ADD COLUMN "checked" TEXT;
