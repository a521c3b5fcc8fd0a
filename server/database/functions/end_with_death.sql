-- Ends what a patient waits for once staff note that they have died: earlier times and their offers, invitations, text
-- messages, and the code for their record. Recalls come back if that is taken back (server/recall/due-store.ts).
-- merge_patient() sets the column too, after it has moved what another record waits for.
CREATE OR REPLACE FUNCTION end_with_death() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_offer SET state = 'ended', state_at = now() WHERE patient_id = NEW.id AND state = 'open';
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'died' WHERE patient_id = NEW.id AND ended_at IS NULL;
  UPDATE recall SET closed_at = now() WHERE patient_id = NEW.id AND closed_at IS NULL;
  UPDATE text_consent SET ended_at = now(), ended_by = 'died' WHERE patient_id = NEW.id AND ended_at IS NULL;
  DELETE FROM record_code WHERE patient_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER patient_died AFTER UPDATE OF died_at ON patient
  FOR EACH ROW WHEN (NEW.died_at IS NOT NULL)
  EXECUTE FUNCTION end_with_death();
