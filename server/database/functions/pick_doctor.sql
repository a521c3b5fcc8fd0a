-- The doctor, of some, who is free in a time and has the fewest appointments that day, without the appointment that
-- moves. server/booking/insert-store.ts and move-store.ts ask. Overridden bookings are not in the index of the
-- exclusion constraint, so that they are looked for by their start.
CREATE OR REPLACE FUNCTION pick_doctor(candidates uuid[], needed tstzrange, on_day date, moved uuid DEFAULT NULL)
  RETURNS uuid LANGUAGE plpgsql STABLE AS $$
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
