-- Tells every instance which day has changed: server/calendar/calendar.ts drops it from its cache, and
-- server/desk/events.ts tells open pages.
CREATE OR REPLACE FUNCTION notify_booking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking_changed', OLD.date::text);
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('booking_changed', NEW.date::text);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_deleted AFTER DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
CREATE OR REPLACE TRIGGER booking_moved AFTER UPDATE OF date, starts_at, busy, treatment_id, doctor_id, chair_id, status, overridden, note,
  price, credited, received, refunding, refunded ON booking
  FOR EACH ROW
  EXECUTE FUNCTION notify_booking_changed();
