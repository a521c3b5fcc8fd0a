-- A table that is only appended to. Rows about the money of invented patients go with them (keep_money.sql).
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_kept BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_ledger_kept BEFORE UPDATE OR TRUNCATE ON payment_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_not_deleted BEFORE TRUNCATE ON payment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER refund_entry_kept BEFORE UPDATE OR TRUNCATE ON refund_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER day_close_kept BEFORE UPDATE OR TRUNCATE ON day_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
