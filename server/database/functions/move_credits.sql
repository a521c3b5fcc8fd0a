-- Lets the credits of a charge that is replaced in this transaction reduce the one in its place. Those of a charge of
-- another kind wait until it counts again.
CREATE OR REPLACE FUNCTION move_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE charge SET charge_id = NEW.id FROM charge AS replaced
    WHERE charge.charge_id = replaced.id AND replaced.booking_id = NEW.booking_id AND replaced.kind = NEW.kind
      AND replaced.voided_at = now();
  RETURN NULL;
END $$;

-- It runs before the trigger that sums the money. What a booking is charged with first replaces nothing.
CREATE OR REPLACE TRIGGER charge_credits_moved AFTER INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind <> 'credit' AND NEW.made_by IS NOT NULL)
  EXECUTE FUNCTION move_credits();
