-- Whoever confirms an email may act for the patients who have it and for whom no account acts: the clinic already
-- writes to them there. A record with the account's name is the account's own.
CREATE OR REPLACE FUNCTION take_patients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text;
  found record;
BEGIN
  SELECT patient_id INTO own FROM patient_user WHERE user_id = NEW.id AND relation = 'self';
  FOR found IN
    SELECT id, fold(name) = fold(NEW.name) AS is_own FROM patient
    WHERE email = NEW.email AND erased_at IS NULL AND merged_into IS NULL
      AND NOT EXISTS (SELECT FROM patient_user WHERE patient_id = patient.id)
    ORDER BY created_at, id
  LOOP
    IF found.is_own THEN
      PERFORM merge_patient(found.id, own);
    ELSE
      INSERT INTO patient_user (user_id, patient_id, relation) VALUES (NEW.id, found.id, 'other') ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Triggers of one event run by name: that of add_own_patient() is earlier.
CREATE OR REPLACE TRIGGER user_takes_patients AFTER INSERT OR UPDATE OF email, email_verified ON "user"
  FOR EACH ROW WHEN (NEW.email_verified) EXECUTE FUNCTION take_patients();
