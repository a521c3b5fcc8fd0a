-- Nothing is added to the record of a patient who has died. merge_patient() and undo_merge() move what is there.
CREATE OR REPLACE FUNCTION keep_record_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.moves_ties', true), '') <> 'on' THEN
    PERFORM require_living(NEW.patient_id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER patient_user_of_living BEFORE INSERT ON patient_user
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER record_code_of_living BEFORE INSERT ON record_code
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER text_consent_of_living BEFORE INSERT ON text_consent
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER waiting_entry_of_living BEFORE INSERT ON waiting_entry
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
