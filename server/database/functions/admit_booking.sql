-- Refuses a booking by an account whose patients have as many upcoming appointments as the clinic permits, or by rules
-- that have changed since. It applies to inserts that set clinic.rules_version and clinic.today: those of
-- server/booking/insert-store.ts (docs/decisions/0021, 0031).
CREATE OR REPLACE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected integer := nullif(current_setting('clinic.rules_version', true), '')::integer;
  policy record;
  own text;
  upcoming bigint := 0;
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
  -- Patient by patient, by their index: a plan that joins them may be one for a table that was still small.
  FOR own IN SELECT patient_id FROM patient_user WHERE user_id = NEW.booked_by LOOP
    upcoming := upcoming + (
      SELECT count(*) FROM booking
      WHERE patient_id = own AND date >= current_setting('clinic.today')::date AND status <> 'cancelled'
    );
  END LOOP;
  IF upcoming >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_admitted BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_booking();
