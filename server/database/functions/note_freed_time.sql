-- Notes the time that an appointment leaves free, if anybody waits for an earlier time. server/waiting-list/ offers it.
CREATE OR REPLACE FUNCTION note_freed_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waiting_entry WHERE ended_at IS NULL) THEN
    INSERT INTO freed_time (date, from_at, until_at, doctor_id, treatment_id, frees_chair)
    VALUES (OLD.date, OLD.starts_at, upper(OLD.busy), OLD.doctor_id, OLD.treatment_id,
      OLD.chair_id IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_time_freed AFTER UPDATE OF status, starts_at, busy, doctor_id, chair_id ON booking
  FOR EACH ROW WHEN (OLD.status <> 'cancelled' AND (
    NEW.status = 'cancelled' OR NEW.busy <> OLD.busy OR NEW.doctor_id IS DISTINCT FROM OLD.doctor_id OR NEW.chair_id IS DISTINCT FROM OLD.chair_id
  ))
  EXECUTE FUNCTION note_freed_time();
