-- Notes for the reports what a new, changed or deleted appointment adds to them and takes off. Only inserts rows, so
-- that no transaction waits for another one (docs/decisions/0080).
CREATE OR REPLACE FUNCTION report_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_change SELECT * FROM booking_figures(NEW)
      UNION ALL SELECT NEW.date, 'patient', NEW.patient_id, 0;
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_change SELECT day, figure, key, -amount FROM booking_figures(OLD)
      UNION ALL SELECT OLD.date, 'patient', OLD.patient_id, 0;
    RETURN NULL;
  END IF;
  INSERT INTO report_change
    SELECT day, figure, key, sum(amount) FROM (
      SELECT * FROM booking_figures(NEW) UNION ALL SELECT day, figure, key, -amount FROM booking_figures(OLD)
    ) AS change GROUP BY day, figure, key HAVING sum(amount) <> 0;
  IF (NEW.date, NEW.patient_id, NEW.status = 'cancelled') IS DISTINCT FROM (OLD.date, OLD.patient_id, OLD.status = 'cancelled') THEN
    INSERT INTO report_change SELECT NEW.date, 'patient', patient, 0
      FROM unnest(array[OLD.patient_id, NEW.patient_id]) AS patient GROUP BY patient;
  END IF;
  IF NEW.received > 0 AND (NEW.treatment_id, NEW.doctor_id) IS DISTINCT FROM (OLD.treatment_id, OLD.doctor_id) THEN
    INSERT INTO report_change
      SELECT figures.* FROM money_of(NEW.id) AS money CROSS JOIN LATERAL (
        SELECT * FROM money_figures(money.what, money.day, money.amount, money.method, NEW.treatment_id, NEW.doctor_id)
        UNION ALL
        SELECT * FROM money_figures(money.what, money.day, -money.amount, money.method, OLD.treatment_id, OLD.doctor_id)
      ) AS figures WHERE figure NOT LIKE '%-by-method';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_to_report AFTER INSERT OR DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION report_booking();
CREATE OR REPLACE TRIGGER booking_changed_to_report AFTER UPDATE ON booking
  FOR EACH ROW WHEN (
    (OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.status, OLD.cancelled_at, OLD.created_at, OLD.owed)
    IS DISTINCT FROM
    (NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.status, NEW.cancelled_at, NEW.created_at, NEW.owed)
  )
  EXECUTE FUNCTION report_booking();
