-- The email of an account's own patient follows the account's.
CREATE OR REPLACE FUNCTION keep_own_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE patient SET email = NEW.email
  FROM patient_user WHERE user_id = NEW.id AND relation = 'self' AND patient.id = patient_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_email_changed AFTER UPDATE OF email ON "user"
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email)
  EXECUTE FUNCTION keep_own_email();
