-- A doctor performs the treatment that is named like their specialty.
CREATE OR REPLACE FUNCTION perform_specialty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO doctor_treatment (doctor_id, treatment_id)
    SELECT NEW.id, treatment.id FROM treatment WHERE treatment.name = NEW.specialty ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER doctor_performs_specialty AFTER INSERT OR UPDATE OF specialty ON doctor
  FOR EACH ROW EXECUTE FUNCTION perform_specialty();
