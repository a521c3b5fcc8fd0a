-- Adds the phone number of an appointment to those of its patient.
CREATE OR REPLACE FUNCTION keep_patient_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO patient_phone (patient_id, number) VALUES (NEW.patient_id, NEW.phone) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_phone_kept AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.phone <> '') EXECUTE FUNCTION keep_patient_phone();
