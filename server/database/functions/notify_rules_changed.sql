-- Tells every instance that anything may have changed.
CREATE OR REPLACE FUNCTION notify_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_truncated AFTER TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();
