-- A changed password ends every session of its user in the same statement, so that no crash can come between the two.
CREATE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER password_changed AFTER UPDATE OF password ON account
  FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION end_sessions_of_password();
