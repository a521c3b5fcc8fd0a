-- A table that is only appended to.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_kept BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_ledger_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
