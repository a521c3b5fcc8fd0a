-- The clinic’s time zone stays while there are appointments ahead, unless they change with it: then the transaction has
-- set clinic.appointments_follow (server/calendar-change/time-zone.ts, docs/decisions/0075).
CREATE OR REPLACE FUNCTION keep_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.appointments_follow', true), '') = '' AND
    EXISTS (SELECT FROM booking WHERE status <> 'cancelled' AND starts_at > now()) THEN
    RAISE EXCEPTION 'the clinic''s time zone stays while there are appointments ahead' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_time_zone_kept BEFORE UPDATE OF time_zone ON clinic
  FOR EACH ROW WHEN (NEW.time_zone IS DISTINCT FROM OLD.time_zone)
  EXECUTE FUNCTION keep_time_zone();
