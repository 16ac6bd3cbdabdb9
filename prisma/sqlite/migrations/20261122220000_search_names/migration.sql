-- The names of books alone, without blurbs (hand-written; a later redefinition of "Book" drops the triggers
-- and must make them again): most searches are ranked, and all suggestions made, from these few words.
CREATE VIRTUAL TABLE "BookNamesFts" USING fts5(
    "titleWords", "authorWords", "genreWords",
    content = 'Book', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TRIGGER "Book_names_fts_insert" AFTER INSERT ON "Book" BEGIN
    INSERT INTO "BookNamesFts" (rowid, "titleWords", "authorWords", "genreWords")
    VALUES (new."id", new."titleWords", new."authorWords", new."genreWords");
END;

CREATE TRIGGER "Book_names_fts_delete" AFTER DELETE ON "Book" BEGIN
    INSERT INTO "BookNamesFts" ("BookNamesFts", rowid, "titleWords", "authorWords", "genreWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords", old."genreWords");
END;

CREATE TRIGGER "Book_names_fts_update" AFTER UPDATE OF "titleWords", "authorWords", "genreWords" ON "Book" BEGIN
    INSERT INTO "BookNamesFts" ("BookNamesFts", rowid, "titleWords", "authorWords", "genreWords")
    VALUES ('delete', old."id", old."titleWords", old."authorWords", old."genreWords");
    INSERT INTO "BookNamesFts" (rowid, "titleWords", "authorWords", "genreWords")
    VALUES (new."id", new."titleWords", new."authorWords", new."genreWords");
END;

INSERT INTO "BookNamesFts" ("BookNamesFts") VALUES ('rebuild');
