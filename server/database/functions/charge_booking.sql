-- Charges an appointment with its treatment's price when it is booked.
CREATE OR REPLACE FUNCTION charge_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount, made_at)
    VALUES (NEW.id, 'treatment', NEW.treatment, NEW.price, NEW.created_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_charged AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION charge_booking();
