-- Returns what was noted for the reports and is not in their sums yet.
CREATE OR REPLACE FUNCTION report_noted() RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT day, figure, key, amount FROM report_change
  UNION ALL
  SELECT figures.* FROM report_booking AS noted CROSS JOIN LATERAL figures_of_booking(noted) AS figures
  UNION ALL
  SELECT date, 'patient', patient_id, 0 FROM report_booking
$$;
