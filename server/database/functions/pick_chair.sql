-- The first of some chairs that is free in a time, without the appointment that moves. server/booking/insert-
-- store.ts, move-store.ts and server/desk/store.ts ask. Overridden bookings are not in the index of the exclusion
-- constraint, so that they are looked for by their start.
CREATE OR REPLACE FUNCTION pick_chair(candidates uuid[], needed tstzrange, moved uuid DEFAULT NULL)
  RETURNS uuid LANGUAGE plpgsql STABLE AS $$
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
