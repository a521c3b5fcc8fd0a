-- Notes when an appointment last changed for its patient, for calendar files (server/icalendar).
CREATE OR REPLACE FUNCTION note_booking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_change_noted BEFORE UPDATE OF sequence ON booking
  FOR EACH ROW WHEN (NEW.sequence <> OLD.sequence)
  EXECUTE FUNCTION note_booking_change();
