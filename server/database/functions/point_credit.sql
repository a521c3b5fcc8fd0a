-- Lets a credit reduce the charge that counts.
CREATE OR REPLACE FUNCTION point_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charge_id := (SELECT id FROM charge WHERE booking_id = NEW.booking_id AND kind <> 'credit' AND voided_at IS NULL);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER charge_credit_pointed BEFORE INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind = 'credit' AND NEW.charge_id IS NULL)
  EXECUTE FUNCTION point_credit();
