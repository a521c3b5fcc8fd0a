-- The money that came in and went out, and the days that were closed, are never deleted, except for what is about
-- patients whom the demo has invented (docs/decisions/0117). A closed day that counted their money goes, and so do those
-- closed after it, because days are closed in order.
CREATE OR REPLACE FUNCTION keep_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_invented boolean;
BEGIN
  IF TG_TABLE_NAME = 'payment' THEN
    of_invented := EXISTS (
      SELECT FROM booking JOIN demo_patient USING (patient_id) WHERE booking.id = OLD.booking_id
    );
  ELSIF TG_TABLE_NAME = 'refund_entry' THEN
    of_invented := EXISTS (
      SELECT FROM refund JOIN payment ON payment.id = payment_id JOIN booking ON booking.id = booking_id
        JOIN demo_patient USING (patient_id) WHERE refund.id = OLD.refund_id
    );
  ELSIF TG_TABLE_NAME = 'payment_ledger' THEN
    of_invented := EXISTS (
      SELECT FROM payment_intent JOIN demo_patient USING (patient_id) WHERE payment_intent.id = OLD.intent_id
    );
  ELSE
    of_invented := EXISTS (
      SELECT FROM demo_patient JOIN booking USING (patient_id) JOIN payment ON booking_id = booking.id
        LEFT JOIN refund ON payment_id = payment.id LEFT JOIN refund_entry ON refund_id = refund.id
      WHERE payment.day <= OLD.date OR refund_entry.day <= OLD.date
    );
  END IF;
  IF NOT of_invented THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER payment_deleted BEFORE DELETE ON payment
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER refund_entry_deleted BEFORE DELETE ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER payment_ledger_deleted BEFORE DELETE ON payment_ledger
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER day_close_deleted BEFORE DELETE ON day_close
  FOR EACH ROW EXECUTE FUNCTION keep_money();
