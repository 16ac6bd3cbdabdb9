-- Tells every process that listens that the catalogue has changed, whoever changed it.
CREATE FUNCTION "announceCatalogueChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('readr_changes', 'catalogue');
  RETURN NULL;
END
$$;

CREATE TRIGGER "CatalogueVersion_announce"
AFTER INSERT OR UPDATE OR DELETE ON "CatalogueVersion"
FOR EACH STATEMENT EXECUTE FUNCTION "announceCatalogueChange"();
