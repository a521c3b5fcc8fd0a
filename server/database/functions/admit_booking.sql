-- Refuses a booking by an account that has as many upcoming appointments as the clinic permits, or by rules that have
-- changed since. All count that the account has booked, also for people for whom it does not act any more, and those
-- that others have booked for its people. It applies to inserts that set clinic.rules_version and clinic.today: those
-- of server/booking/insert-store.ts (docs/decisions/0021, 0031).
CREATE OR REPLACE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected integer := nullif(current_setting('clinic.rules_version', true), '')::integer;
  policy record;
BEGIN
  IF expected IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7305115);
  SELECT version, max_upcoming INTO policy FROM clinic_policy;
  IF policy.version IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.booked_by, 0));
  IF count_upcoming(NEW.booked_by, current_setting('clinic.today')::date) >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_admitted BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_booking();
