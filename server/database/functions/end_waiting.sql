-- Ends what a patient waits for, in the transaction that moves their appointment to an earlier time or cancels it. A new
-- appointment ends it too (after_booking_insert).
CREATE OR REPLACE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'cancelled' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'cancelled' WHERE booking_id = NEW.id AND ended_at IS NULL;
  ELSE
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'moved' WHERE booking_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_change_ends_waiting AFTER UPDATE OF status, starts_at, treatment_id ON booking
  FOR EACH ROW WHEN (
    (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
    OR NEW.starts_at < OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id
  )
  EXECUTE FUNCTION end_waiting();
