-- Nobody can book for an account that is being erased. The erasure locks the row of the user first
-- (server/privacy/erasure/erasure.ts).
CREATE OR REPLACE FUNCTION refuse_erased_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM "user" WHERE id = NEW.patient_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_of_a_person BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_patient();
