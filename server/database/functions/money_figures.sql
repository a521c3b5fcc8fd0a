-- Returns what money of a day adds to the reports: `what` is `taken` or `refunded`.
CREATE OR REPLACE FUNCTION money_figures(what text, till_day date, cents bigint, method text, treatment_id uuid, doctor_id uuid)
RETURNS TABLE (day date, figure text, key text, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  VALUES (till_day, what || '-by-method', method, cents),
    (till_day, what || '-by-treatment', treatment_id::text, cents),
    (till_day, what || '-by-dentist', coalesce(doctor_id::text, ''), cents)
$$;
