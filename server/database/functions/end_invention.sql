-- An invented patient is a real one from the moment in which their record and a real patient's become one, or in which it
-- is an account's own: the demo does not take it away any more.
CREATE OR REPLACE FUNCTION end_invention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'patient_user' THEN
    DELETE FROM demo_patient WHERE patient_id = NEW.patient_id;
  ELSIF (SELECT count(*) FROM demo_patient WHERE patient_id IN (NEW.id, NEW.merged_into)) < 2 THEN
    DELETE FROM demo_patient WHERE patient_id IN (NEW.id, NEW.merged_into);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER patient_merged_is_real AFTER UPDATE OF merged_into ON patient
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION end_invention();
CREATE OR REPLACE TRIGGER patient_user_is_real AFTER INSERT OR UPDATE OF relation, patient_id ON patient_user
  FOR EACH ROW WHEN (NEW.relation = 'self') EXECUTE FUNCTION end_invention();
