-- A payment stays as it was made. It can be voided until its day is closed.
CREATE OR REPLACE FUNCTION keep_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.booking_id, NEW.method, NEW.amount, NEW.intent_id, NEW.taken_at, NEW.day, NEW.receipt_year, NEW.receipt_count)
    IS DISTINCT FROM
    (OLD.id, OLD.booking_id, OLD.method, OLD.amount, OLD.intent_id, OLD.taken_at, OLD.day, OLD.receipt_year, OLD.receipt_count)
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS DISTINCT FROM OLD.voided_at)
  THEN
    RAISE EXCEPTION 'a payment stays as it was made' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.voided_at IS DISTINCT FROM OLD.voided_at AND EXISTS (SELECT FROM (SELECT closed_through FROM till FOR UPDATE) AS locked WHERE OLD.day <= closed_through) THEN
    RAISE EXCEPTION 'the day of this payment is closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_kept BEFORE UPDATE ON payment
  FOR EACH ROW EXECUTE FUNCTION keep_payment();
