ALTER TABLE "booking" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "time_zone" text;--> statement-breakpoint
UPDATE "booking" SET "changed_at" = greatest("created_at", "scheduled_at", "cancelled_at");--> statement-breakpoint
-- Calendar files say when an appointment was last changed.
CREATE FUNCTION note_booking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_change_noted BEFORE UPDATE OF sequence ON booking
  FOR EACH ROW WHEN (NEW.sequence <> OLD.sequence) EXECUTE FUNCTION note_booking_change();--> statement-breakpoint
-- The wall clock time of an appointment would no longer be that of its start.
CREATE FUNCTION keep_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM booking WHERE status <> 'cancelled' AND starts_at > now()) THEN
    RAISE EXCEPTION 'the clinic''s time zone stays while there are appointments ahead' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER clinic_policy_time_zone_kept BEFORE UPDATE OF time_zone ON clinic_policy
  FOR EACH ROW WHEN (OLD.time_zone IS NOT NULL AND NEW.time_zone IS DISTINCT FROM OLD.time_zone) EXECUTE FUNCTION keep_time_zone();
