-- The audit trail is append-only. server/privacy/retention-store.ts sets clinic.audit_days, at least 30, to delete
-- older entries (docs/decisions/0043).
CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  days integer := nullif(current_setting('clinic.audit_days', true), '')::integer;
BEGIN
  IF days IS NULL OR OLD.at > now() - make_interval(days => greatest(days, 30)) THEN
    RAISE EXCEPTION 'audit is append-only' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER audit_deleted BEFORE DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION keep_audit();
