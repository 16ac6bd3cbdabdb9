-- readr: expand
ALTER TABLE "User" ADD COLUMN "remindersVersion" INTEGER NOT NULL DEFAULT 0;
