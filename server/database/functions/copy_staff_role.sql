-- Copies the role of an account's live row in staff to "user", where the query of each request reads it
-- (docs/decisions/0073). Without such a row the account is a patient's.
CREATE OR REPLACE FUNCTION copy_staff_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account text := coalesce(NEW.user_id, OLD.user_id);
  live text;
BEGIN
  SELECT role INTO live FROM staff WHERE user_id = account AND ended_at IS NULL;
  UPDATE "user" SET role = coalesce(live, 'patient'), updated_at = now()
    WHERE id = account AND role <> coalesce(live, 'patient');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER staff_role_copied AFTER INSERT OR UPDATE OR DELETE ON staff
  FOR EACH ROW EXECUTE FUNCTION copy_staff_role();
