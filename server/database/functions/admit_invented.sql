-- Only a patient of whom nobody knows anything yet can be an invented one: nothing of a real patient is deleted with the
-- demo (docs/decisions/0117).
CREATE OR REPLACE FUNCTION admit_invented() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM booking WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM payment_intent WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM patient_user WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM patient WHERE merged_into = NEW.patient_id)
  THEN
    RAISE EXCEPTION 'patient % is not invented', NEW.patient_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER demo_patient_admitted BEFORE INSERT OR UPDATE ON demo_patient
  FOR EACH ROW EXECUTE FUNCTION admit_invented();
