-- Gives a payment its day of the till and the next number of a receipt. A transaction that fails takes its number back,
-- so that there are no gaps. A year never ends twice, also if the clock is set back.
CREATE OR REPLACE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM booking WHERE id = NEW.booking_id FOR UPDATE;
  NEW.day := till_day();
  IF NEW.taken_at < now() AND EXISTS (
    SELECT FROM booking JOIN demo_patient USING (patient_id) WHERE booking.id = NEW.booking_id
  ) THEN
    NEW.day := (
      SELECT greatest((NEW.taken_at AT TIME ZONE clinic.time_zone)::date, closed_through + 1) FROM clinic, till
    );
  END IF;
  UPDATE till SET receipt_year = greatest(receipt_year, extract(year FROM NEW.day)::integer),
      receipt_count = CASE WHEN extract(year FROM NEW.day) > receipt_year THEN 1 ELSE receipt_count + 1 END
    RETURNING receipt_year, receipt_count INTO NEW.receipt_year, NEW.receipt_count;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_numbered BEFORE INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION number_payment();
