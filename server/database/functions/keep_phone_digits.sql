-- Keeps the digits of a phone number, by which server/patient/search-store.ts finds it.
CREATE OR REPLACE FUNCTION keep_phone_digits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digits := phone_digits(NEW.number);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER patient_phone_digits BEFORE INSERT OR UPDATE OF number ON patient_phone
  FOR EACH ROW EXECUTE FUNCTION keep_phone_digits();
