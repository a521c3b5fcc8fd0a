-- A transaction that changes rules gives them one new version, and tells every instance. A booking by an older version
-- is refused (admit_booking). A statement that changes no row makes no version: each start inserts rows that are there.
CREATE OR REPLACE FUNCTION publish_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The version itself is no rule, and its update comes here too.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'version' = to_jsonb(OLD) - 'version' THEN
    RETURN NULL;
  END IF;
  -- A rollback to a savepoint takes the setting back with the version.
  IF current_setting('clinic.rules_published', true) = 'true' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('clinic.rules_published', 'true', true);
  UPDATE clinic_policy SET version = version + 1;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON block
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON block
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON chair
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON chair
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON chair_treatment
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON chair_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic_day
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON clinic_day
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic_day_hours
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON clinic_day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic_hours
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON clinic_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic_picture
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON clinic_picture
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR UPDATE ON clinic_policy
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON doctor
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON doctor
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON doctor_absence
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON doctor_absence
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON doctor_hours
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON doctor_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON doctor_treatment
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON doctor_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON treatment
  FOR EACH ROW EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
