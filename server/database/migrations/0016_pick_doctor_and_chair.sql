-- What the insert of a booking picks. PostgreSQL keeps the plan of each query in a function, while it would plan them anew with each insert:
-- planning took three quarters of the time. Each check has two queries because each has an index: that of the exclusion constraint, and
-- booking_overridden for the few bookings that the constraint leaves out. A booking is busy for ten hours at most. `moved` is a booking that gets another time, so that it is not in its own way.

-- The free doctor with the fewest appointments that day, the first of several; null if all are busy. Only several doctors are counted.
CREATE FUNCTION pick_doctor(candidates uuid[], needed tstzrange, on_day date, moved uuid DEFAULT NULL) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidate uuid;
  picked uuid;
  appointments bigint;
  fewest bigint;
BEGIN
  FOREACH candidate IN ARRAY candidates LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM booking WHERE doctor_id = candidate AND busy && needed AND status <> 'cancelled' AND NOT overridden
        AND id IS DISTINCT FROM moved
    ) OR EXISTS (
      SELECT FROM booking WHERE doctor_id = candidate AND busy && needed AND status <> 'cancelled' AND overridden
        AND starts_at > lower(needed) - interval '10 hours' AND starts_at < upper(needed) AND id IS DISTINCT FROM moved
    );
    IF cardinality(candidates) = 1 THEN
      RETURN candidate;
    END IF;
    SELECT count(*) INTO appointments FROM booking
    WHERE doctor_id = candidate AND date = on_day AND status <> 'cancelled' AND NOT overridden AND id IS DISTINCT FROM moved
      AND busy && tstzrange(lower(needed) - interval '12 hours', lower(needed) + interval '12 hours');
    IF fewest IS NULL OR appointments < fewest THEN
      picked := candidate;
      fewest := appointments;
    END IF;
  END LOOP;
  RETURN picked;
END $$;
--> statement-breakpoint
-- The first free chair; null if all are busy.
CREATE FUNCTION pick_chair(candidates uuid[], needed tstzrange, moved uuid DEFAULT NULL) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidate uuid;
BEGIN
  FOREACH candidate IN ARRAY candidates LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM booking WHERE chair_id = candidate AND busy && needed AND status <> 'cancelled' AND NOT overridden
        AND id IS DISTINCT FROM moved
    ) OR EXISTS (
      SELECT FROM booking WHERE chair_id = candidate AND busy && needed AND status <> 'cancelled' AND overridden
        AND starts_at > lower(needed) - interval '10 hours' AND starts_at < upper(needed) AND id IS DISTINCT FROM moved
    );
    RETURN candidate;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whether a treatment that is booked without a doctor is booked then.
CREATE FUNCTION is_treatment_busy(treatment_id uuid, needed tstzrange, moved uuid DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM booking
    WHERE booking.treatment_id = is_treatment_busy.treatment_id AND doctor_id IS NULL AND busy && needed AND status <> 'cancelled' AND NOT overridden
      AND id IS DISTINCT FROM moved
  ) OR EXISTS (
    SELECT FROM booking
    WHERE booking.treatment_id = is_treatment_busy.treatment_id AND doctor_id IS NULL AND busy && needed AND status <> 'cancelled' AND overridden
      AND starts_at > lower(needed) - interval '10 hours' AND starts_at < upper(needed) AND id IS DISTINCT FROM moved
  );
END $$;
