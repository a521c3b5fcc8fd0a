-- Ends what a patient waits for, in the transaction that gives it to them: the treatment is booked, or the appointment
-- moves to an earlier time. It also ends with the appointment that it would have moved.
CREATE OR REPLACE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'booked'
    WHERE patient_id = NEW.patient_id AND treatment_id = NEW.treatment_id AND ended_at IS NULL;
  ELSIF NEW.status = 'cancelled' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'cancelled' WHERE booking_id = NEW.id AND ended_at IS NULL;
  ELSE
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'moved' WHERE booking_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_ends_waiting AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.status <> 'cancelled')
  EXECUTE FUNCTION end_waiting();
CREATE OR REPLACE TRIGGER booking_change_ends_waiting AFTER UPDATE OF status, starts_at, treatment_id ON booking
  FOR EACH ROW WHEN (
    (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
    OR NEW.starts_at < OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id
  )
  EXECUTE FUNCTION end_waiting();
