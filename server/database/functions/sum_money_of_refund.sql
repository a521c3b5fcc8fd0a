-- Writes what was refunded of a payment to its row and to its appointment's. The credit of a refund that is void ends
-- with it, and comes back with it.
CREATE OR REPLACE FUNCTION sum_money_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM booking JOIN payment ON payment.booking_id = booking.id WHERE payment.id = NEW.payment_id
    FOR UPDATE OF booking;
  UPDATE payment SET refunded =
      (SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = NEW.payment_id AND state <> 'void')
    WHERE id = NEW.payment_id;
  IF TG_OP = 'UPDATE' AND (NEW.state = 'void') <> (OLD.state = 'void') THEN
    UPDATE charge SET voided_at = CASE WHEN NEW.state = 'void' THEN now() END WHERE refund_id = NEW.id;
  END IF;
  PERFORM sum_booking_money(booking_id) FROM payment WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_made_summed AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_refund();
CREATE OR REPLACE TRIGGER refund_changed_summed AFTER UPDATE OF state, amount ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_refund();
