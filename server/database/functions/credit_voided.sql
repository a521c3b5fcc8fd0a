-- Takes back what a cancelled appointment would owe again when a payment of it turns out to be none.
CREATE OR REPLACE FUNCTION credit_voided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount)
    SELECT id, 'credit', 'Cancelled', -owed FROM booking WHERE id = NEW.booking_id AND status = 'cancelled' AND owed > 0;
  RETURN NULL;
END $$;

-- It runs after the trigger that sums the money.
CREATE OR REPLACE TRIGGER payment_void_credited AFTER UPDATE OF voided_at ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NOT NULL AND OLD.voided_at IS NULL)
  EXECUTE FUNCTION credit_voided();
