-- An account that no longer acts for a patient keeps nothing: it waits for no earlier time of theirs, and text messages
-- to which it agreed for them end. Links that name no recipient end, too. merge_patient() moves ties, which ends none.
CREATE OR REPLACE FUNCTION end_tie() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.moves_ties', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE patient SET tie_ended_at = now() WHERE id = OLD.patient_id;
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'access-ended'
  WHERE patient_id = OLD.patient_id AND joined_by = OLD.user_id AND ended_at IS NULL;
  UPDATE text_consent SET ended_at = now(), ended_by = 'access-ended'
  WHERE patient_id = OLD.patient_id AND ended_at IS NULL AND OLD.relation <> 'self'
    AND given_by = (SELECT email FROM "user" WHERE id = OLD.user_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tie_ended AFTER DELETE ON patient_user
  FOR EACH ROW EXECUTE FUNCTION end_tie();
