-- Sums the money of the appointment of a charge or a payment.
CREATE OR REPLACE FUNCTION sum_money_of_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_booking_money(NEW.booking_id);
  RETURN NULL;
END $$;

-- The row of a new appointment has the price of its own charge already.
CREATE OR REPLACE TRIGGER charge_made_summed AFTER INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind <> 'treatment' OR NEW.made_by IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_charge();
-- Another charge follows the one that is voided for it.
CREATE OR REPLACE TRIGGER charge_changed_summed AFTER UPDATE OF amount, voided_at ON charge
  FOR EACH ROW WHEN (NEW.kind = 'credit' OR NEW.voided_at IS NULL)
  EXECUTE FUNCTION sum_money_of_charge();
CREATE OR REPLACE TRIGGER payment_summed AFTER INSERT OR UPDATE OF voided_at ON payment
  FOR EACH ROW EXECUTE FUNCTION sum_money_of_charge();
