-- An account has the role of its live row in staff, and no other.
CREATE OR REPLACE FUNCTION refuse_other_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> coalesce((SELECT role FROM staff WHERE user_id = NEW.id AND ended_at IS NULL), 'patient') THEN
    RAISE EXCEPTION 'the role of an account follows from staff' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_role_changed AFTER UPDATE OF role ON "user"
  FOR EACH ROW WHEN (NEW.role <> OLD.role) EXECUTE FUNCTION refuse_other_role();
CREATE OR REPLACE TRIGGER user_role_set AFTER INSERT ON "user"
  FOR EACH ROW WHEN (NEW.role <> 'patient') EXECUTE FUNCTION refuse_other_role();
