-- Search (hand-written): the same expressions stand in app/catalogue/store/search-query.server.ts. Without
-- weights, because PostgreSQL computes the words of every hit again to compare them.
-- The costs say that computing the words of a book takes longer than finding them in an index: PostgreSQL
-- expects otherwise, and reads the whole table. The functions are not written in SQL, because PostgreSQL
-- would replace them by their bodies, whose cost is low.
CREATE FUNCTION "search_words"(words text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE STRICT COST 100000
    AS $$ BEGIN RETURN to_tsvector('pg_catalog.simple', words); END $$;
CREATE FUNCTION "text_words"(words text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT COST 100000
    AS $$ BEGIN RETURN string_to_array(words, ' '); END $$;

DROP INDEX "Book_search_idx";
CREATE INDEX "Book_title_search_idx" ON "Book" USING gin ("search_words"("titleWords"));
CREATE INDEX "Book_author_search_idx" ON "Book" USING gin ("search_words"("titleWords" || ' ' || "authorWords"));
CREATE INDEX "Book_names_search_idx" ON "Book" USING gin ("search_words"("titleWords" || ' ' || "authorWords" || ' ' || "genreWords"));
CREATE INDEX "Book_search_idx" ON "Book" USING gin ("search_words"("titleWords" || ' ' || "authorWords" || ' ' || "genreWords" || ' ' || "blurbWords"));

DROP INDEX "BookWords_free_idx";
DROP INDEX "BookWords_whole_idx";
CREATE INDEX "BookWords_free_idx" ON "BookWords" USING gin ("text_words"("freeWords"));
CREATE INDEX "BookWords_whole_idx" ON "BookWords" USING gin ("text_words"("freeWords" || ' ' || "paidWords"));
