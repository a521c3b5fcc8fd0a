-- Whether a treatment that is booked without a doctor has an appointment in a time. server/booking/insert-store.ts
-- and move-store.ts ask. Overridden bookings are not in the index of the exclusion constraint, so that they are
-- looked for by their start.
CREATE OR REPLACE FUNCTION is_treatment_busy(treatment_id uuid, needed tstzrange, moved uuid DEFAULT NULL)
  RETURNS boolean LANGUAGE plpgsql STABLE AS $$
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
