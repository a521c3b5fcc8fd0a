-- Adds what was noted for the reports to their sums. One statement takes the notes and reads the appointments, so that
-- it sees both as of one moment. Returns the number of notes.
CREATE OR REPLACE FUNCTION fold_report_changes() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7305118);
  WITH change AS (DELETE FROM report_change RETURNING *),
  appointment AS (DELETE FROM report_booking RETURNING *),
  note AS (
    SELECT * FROM change
    UNION ALL
    SELECT figures.* FROM appointment CROSS JOIN LATERAL figures_of_booking(ROW(appointment.*)::report_booking) AS figures
    UNION ALL
    SELECT date, 'patient', patient_id, 0 FROM appointment
  ),
  summed AS (
    INSERT INTO report_figure AS known SELECT day, figure, key, sum(amount) FROM note WHERE figure <> 'patient'
      GROUP BY day, figure, key HAVING sum(amount) <> 0
      ON CONFLICT (day, figure, key) DO UPDATE SET amount = known.amount + excluded.amount
  ),
  summed_by_month AS (
    INSERT INTO report_month AS known SELECT date_trunc('month', day)::date, figure, key, sum(amount) FROM note WHERE figure <> 'patient'
      GROUP BY date_trunc('month', day), figure, key HAVING sum(amount) <> 0
      ON CONFLICT (month, figure, key) DO UPDATE SET amount = known.amount + excluded.amount
  ),
  first AS (
    SELECT patient_id, (SELECT min(date) FROM booking WHERE booking.patient_id = noted.patient_id AND status <> 'cancelled') AS day
    FROM (SELECT DISTINCT key AS patient_id FROM note WHERE figure = 'patient') AS noted
  ),
  gone AS (
    DELETE FROM report_patient USING first WHERE report_patient.patient_id = first.patient_id AND first.day IS NULL
  ),
  kept AS (
    INSERT INTO report_patient SELECT patient_id, day FROM first WHERE day IS NOT NULL
      ON CONFLICT (patient_id) DO UPDATE SET first_day = excluded.first_day
  )
  SELECT count(*) INTO folded FROM note;
  RETURN folded;
END $$;
