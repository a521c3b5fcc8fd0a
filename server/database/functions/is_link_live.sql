-- Whether a link still reaches the person whom it was sent to about a patient: their tie lasts, or the address or phone
-- number is the patient's still. Links of earlier releases have no key, and end once any tie has ended.
CREATE OR REPLACE FUNCTION is_link_live(for_patient text, key text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  person record;
BEGIN
  SELECT email, died_at, erased_at, tie_ended_at INTO person FROM patient WHERE id = for_patient;
  IF NOT FOUND OR person.died_at IS NOT NULL OR person.erased_at IS NOT NULL THEN
    RETURN false;
  ELSIF key = '' THEN
    RETURN person.tie_ended_at IS NULL;
  ELSIF key LIKE 'tie:%' THEN
    RETURN EXISTS (
      SELECT FROM patient_user WHERE patient_id = for_patient AND 'tie:' || id = key
        AND tie_sees(relation, patient_id, created_at, agreed_at)
    );
  ELSIF key LIKE 'address:%' THEN
    RETURN person.email IS NOT NULL AND key = 'address:' || link_hash(person.email);
  END IF;
  RETURN EXISTS (
    SELECT FROM text_consent WHERE patient_id = for_patient AND key = 'phone:' || link_hash(phone)
      AND (ended_at IS NULL OR ended_by IN ('stop', 'patient'))
  );
END $$;
