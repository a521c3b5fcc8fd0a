-- Each change of the rules gives them a new version, and tells every instance. A booking by an older version is
-- refused (admit_booking).
CREATE OR REPLACE FUNCTION publish_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE clinic_policy SET version = version + 1;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON chair
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR UPDATE OF grid_minutes, notice_minutes, horizon_days, max_upcoming,
  free_cancel_hours, grace_minutes, reminder_hours ON clinic_policy
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_absence
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
