-- Notes for the reports what a changed or deleted appointment was and is. Only inserts rows, so that no transaction waits
-- for another one, and leaves the figures to the job that adds them up (docs/decisions/0080, 0111).
CREATE OR REPLACE FUNCTION report_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_booking
    VALUES (-1, OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.created_at, OLD.cancelled_at, OLD.status, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, due_for(OLD.status, OLD.no_show_charged, OLD.owed));
  IF TG_OP = 'DELETE' THEN
    RETURN NULL;
  END IF;
  INSERT INTO report_booking
    VALUES (1, NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.created_at, NEW.cancelled_at, NEW.status, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, due_for(NEW.status, NEW.no_show_charged, NEW.owed));
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

CREATE OR REPLACE TRIGGER booking_deleted_to_report AFTER DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION report_booking();
CREATE OR REPLACE TRIGGER booking_changed_to_report AFTER UPDATE ON booking
  FOR EACH ROW WHEN (
    (OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.status, OLD.cancelled_at, OLD.created_at, OLD.owed, OLD.no_show_charged)
    IS DISTINCT FROM
    (NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.status, NEW.cancelled_at, NEW.created_at, NEW.owed, NEW.no_show_charged)
  )
  EXECUTE FUNCTION report_booking();
