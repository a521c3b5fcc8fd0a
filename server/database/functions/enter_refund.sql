-- Enters a refund of a payment on the day of the till on which it succeeded, and once more, with a minus, on the day on
-- which the bank returned it, so that a closed day stays as it was.
CREATE OR REPLACE FUNCTION enter_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO refund_entry (refund_id, day, amount)
    VALUES (NEW.id, till_day(), CASE NEW.state WHEN 'succeeded' THEN NEW.amount ELSE -NEW.amount END);
  RETURN NULL;
END $$;

-- They run after the triggers that sum the money, which lock the appointment: everything locks the till last.
CREATE OR REPLACE TRIGGER refund_to_till AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND NEW.state = 'succeeded') EXECUTE FUNCTION enter_refund();
CREATE OR REPLACE TRIGGER refund_to_till_changed AFTER UPDATE OF state ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND (NEW.state = 'succeeded') <> (OLD.state = 'succeeded'))
  EXECUTE FUNCTION enter_refund();
