-- A specialty is the name of a treatment, and follows it.
CREATE OR REPLACE FUNCTION rename_specialty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE doctor SET specialty = NEW.name WHERE specialty = OLD.name;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER treatment_renamed AFTER UPDATE OF name ON treatment
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION rename_specialty();
