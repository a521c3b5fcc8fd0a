-- Takes back what is still owed for an appointment when it is cancelled.
CREATE OR REPLACE FUNCTION credit_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount) VALUES (NEW.id, 'credit', 'Cancelled', -NEW.owed);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_cancelled_credited AFTER UPDATE OF status ON booking
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled' AND NEW.owed > 0)
  EXECUTE FUNCTION credit_cancelled();
