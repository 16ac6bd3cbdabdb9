-- What a change to a book corrected, in a sentence for readers.
ALTER TABLE "BookRevision" ADD COLUMN "correction" TEXT;
