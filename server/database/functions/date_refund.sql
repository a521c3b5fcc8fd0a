-- Gives a refund that has succeeded its day of the till.
CREATE OR REPLACE FUNCTION date_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'succeeded' THEN
    NEW.day := NULL;
  ELSIF NEW.day IS NULL THEN
    NEW.day := till_day();
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refund_dated BEFORE INSERT OR UPDATE OF state ON refund
  FOR EACH ROW EXECUTE FUNCTION date_refund();
