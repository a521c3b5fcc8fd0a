-- A new password ends all sessions, links and the calendar feed of its user. If nobody has confirmed the email, it
-- also removes every other way to sign in, which a stranger may have added (docs/decisions/0062).
-- server/auth/store.ts sets clinic.same_password to replace the hash only.
CREATE OR REPLACE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.same_password', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  DELETE FROM verification WHERE value = NEW.user_id;
  DELETE FROM session WHERE user_id = NEW.user_id;
  DELETE FROM calendar_feed WHERE user_id = NEW.user_id;
  IF EXISTS (SELECT FROM "user" WHERE id = NEW.user_id AND NOT email_verified) THEN
    DELETE FROM passkey WHERE user_id = NEW.user_id;
    DELETE FROM two_factor WHERE user_id = NEW.user_id;
    UPDATE "user" SET two_factor_enabled = false WHERE id = NEW.user_id AND two_factor_enabled;
    DELETE FROM account WHERE user_id = NEW.user_id AND id <> NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER password_changed AFTER UPDATE OF password ON account
  FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password)
  EXECUTE FUNCTION end_sessions_of_password();
CREATE OR REPLACE TRIGGER password_set AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.password IS NOT NULL)
  EXECUTE FUNCTION end_sessions_of_password();
