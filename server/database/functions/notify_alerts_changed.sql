-- Tells open pages of the desk that the days on which a patient comes show other alerts.
CREATE OR REPLACE FUNCTION notify_alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking_changed', day::text) FROM (
    SELECT DISTINCT date AS day FROM booking WHERE patient_id = NEW.id AND status <> 'cancelled' AND date >= clinic_today()
  ) AS coming;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER patient_alerts_changed AFTER UPDATE OF alerts ON patient
  FOR EACH ROW WHEN (OLD.alerts IS DISTINCT FROM NEW.alerts) EXECUTE FUNCTION notify_alerts_changed();
