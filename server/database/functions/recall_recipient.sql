-- The address for invitations to come back, empty if there is none: that of emails about the patient's last visit, once
-- the owner of its account has confirmed it.
CREATE OR REPLACE FUNCTION recall_recipient(for_patient text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  address text := recipient_of(for_patient, (
    SELECT booked_by FROM booking WHERE patient_id = for_patient AND status IN ('arrived', 'done')
    ORDER BY starts_at DESC LIMIT 1
  ));
BEGIN
  IF EXISTS (SELECT FROM "user" WHERE email = address AND email_verified) THEN
    RETURN address;
  END IF;
  RETURN '';
END $$;
