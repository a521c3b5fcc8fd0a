-- Whether an account sees the appointments of a patient for whom it may act. From the clinic's age on, whoever acted
-- before sees nothing until the patient has agreed, and may still book.
CREATE OR REPLACE FUNCTION tie_sees(relation text, of_patient text, made_at timestamptz, agreed_at timestamptz)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  adult_on date;
BEGIN
  IF relation = 'self' OR agreed_at IS NOT NULL THEN
    RETURN true;
  END IF;
  SELECT birth_date + make_interval(years => adult_age) INTO adult_on FROM patient, clinic WHERE patient.id = of_patient;
  RETURN adult_on IS NULL OR adult_on > clinic_today() OR made_at::date >= adult_on;
END $$;
