-- Keeps the digits of each patient’s phone numbers in patient_phone, where server/desk/for-patient-store.ts finds
-- them.
CREATE OR REPLACE FUNCTION keep_patient_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM patient_phone WHERE patient_id = OLD.patient_id AND digits = regexp_replace(OLD.phone, '\D', '', 'g') AND NOT EXISTS (
      SELECT FROM booking
      WHERE booking.patient_id = OLD.patient_id AND regexp_replace(booking.phone, '\D', '', 'g') = patient_phone.digits
    );
  END IF;
  INSERT INTO patient_phone (patient_id, digits) SELECT NEW.patient_id, number.digits
    FROM regexp_replace(NEW.phone, '\D', '', 'g') AS number(digits) WHERE number.digits <> '' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_phone_changed AFTER UPDATE OF phone ON booking
  FOR EACH ROW WHEN (NEW.phone <> OLD.phone)
  EXECUTE FUNCTION keep_patient_phone();
CREATE OR REPLACE TRIGGER booking_phone_kept AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.phone <> '') EXECUTE FUNCTION keep_patient_phone();
