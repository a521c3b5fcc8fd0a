-- Tells every instance that anything may have changed.
CREATE OR REPLACE FUNCTION notify_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_truncated AFTER TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();
CREATE OR REPLACE TRIGGER service_setting_changed AFTER INSERT OR DELETE OR UPDATE ON service_setting
  FOR EACH ROW EXECUTE FUNCTION notify_rules_changed();
CREATE OR REPLACE TRIGGER service_setting_truncated AFTER TRUNCATE ON service_setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();
