-- Tells every instance, as part of the change's own transaction, which day's free slots are no longer what they were.
CREATE FUNCTION notify_booking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('booking_changed', OLD.date::text);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('booking_changed', NEW.date::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_inserted AFTER INSERT OR DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
--> statement-breakpoint
CREATE TRIGGER booking_moved AFTER UPDATE OF date, slot, treatment_id, cancelled_at ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
--> statement-breakpoint
CREATE FUNCTION notify_treatment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('treatment_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER treatment_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION notify_treatment_changed();
--> statement-breakpoint
CREATE TRIGGER booking_truncated AFTER TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION notify_treatment_changed();
