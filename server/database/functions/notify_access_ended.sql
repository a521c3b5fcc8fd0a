-- Tells every instance whose session has ended or whose role has changed: server/desk/events.ts ends the streams of this
-- account that it may not read any more.
CREATE OR REPLACE FUNCTION notify_access_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'session' THEN
    PERFORM pg_notify('access_ended', OLD.user_id);
  ELSE
    PERFORM pg_notify('access_ended', OLD.id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER session_ended AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION notify_access_ended();
CREATE OR REPLACE TRIGGER user_access_changed AFTER UPDATE OF role, two_factor_enabled ON "user"
  FOR EACH ROW WHEN (OLD.role <> NEW.role OR OLD.two_factor_enabled IS DISTINCT FROM NEW.two_factor_enabled)
  EXECUTE FUNCTION notify_access_ended();
