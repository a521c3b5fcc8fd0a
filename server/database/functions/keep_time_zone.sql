-- The clinic’s time zone stays while there are appointments ahead (docs/decisions/0059).
CREATE OR REPLACE FUNCTION keep_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM booking WHERE status <> 'cancelled' AND starts_at > now()) THEN
    RAISE EXCEPTION 'the clinic''s time zone stays while there are appointments ahead' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_policy_time_zone_kept BEFORE UPDATE OF time_zone ON clinic_policy
  FOR EACH ROW WHEN (OLD.time_zone IS NOT NULL AND NEW.time_zone IS DISTINCT FROM OLD.time_zone)
  EXECUTE FUNCTION keep_time_zone();
