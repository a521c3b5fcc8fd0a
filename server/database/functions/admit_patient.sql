-- A booking goes to the record that its patient's was merged into, and nobody can book for a patient who has died or is
-- being erased. merge_patient() and an erasure (server/privacy/erasure/erasure.ts) lock the row of the patient first.
CREATE OR REPLACE FUNCTION admit_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  LOOP
    SELECT erased_at, merged_into, died_at INTO found FROM patient WHERE id = NEW.patient_id FOR KEY SHARE;
    IF found.erased_at IS NOT NULL THEN
      RETURN NULL;
    END IF;
    EXIT WHEN found.merged_into IS NULL;
    NEW.patient_id := found.merged_into;
  END LOOP;
  IF found.died_at IS NOT NULL THEN
    PERFORM require_living(NEW.patient_id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_of_a_person BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_patient();
