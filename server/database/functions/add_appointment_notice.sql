-- Adds the notice of a change that its patient is told about, in the transaction of the change.
-- server/appointment/notice.ts makes emails of the notices (docs/decisions/0033).
CREATE OR REPLACE FUNCTION add_appointment_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
BEGIN
  IF NEW.status = 'cancelled' THEN
    kind := 'cancelled';
  ELSE
    kind := 'moved';
  END IF;
  INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at)
    VALUES (NEW.id, kind, NEW.sequence, NEW.starts_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_cancelled_noticed AFTER UPDATE OF status ON booking
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
  EXECUTE FUNCTION add_appointment_notice();
CREATE OR REPLACE TRIGGER booking_moved_noticed AFTER UPDATE OF starts_at, doctor_id, treatment_id ON booking
  FOR EACH ROW WHEN (NEW.status <> 'cancelled' AND NEW.sequence > OLD.sequence AND (
    NEW.starts_at <> OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id)
  ))
  EXECUTE FUNCTION add_appointment_notice();
