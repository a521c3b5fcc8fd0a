-- Ends what patients wait for with its treatment.
CREATE OR REPLACE FUNCTION end_waiting_for_treatment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'treatment-retired' WHERE treatment_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER treatment_ends_waiting AFTER UPDATE OF retired_at ON treatment
  FOR EACH ROW WHEN (NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL)
  EXECUTE FUNCTION end_waiting_for_treatment();
