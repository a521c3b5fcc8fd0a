-- Whether no patient has died whom an email is about, or was invented by the demo: that of its appointment, payment,
-- invitation or offer, or whoever has the address of a link to make an account. `payment` has the id of an intent or, at
-- the desk, of a payment.
CREATE OR REPLACE FUNCTION is_mail_for_living(kind text, recipient text, details jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  paid text := details -> 'payment' ->> 'transactionId';
BEGIN
  IF kind = 'claim-account' THEN
    RETURN NOT EXISTS (SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
        WHERE email = recipient AND (died_at IS NOT NULL OR patient_id IS NOT NULL))
      OR EXISTS (SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
        WHERE email = recipient AND died_at IS NULL AND merged_into IS NULL AND patient_id IS NULL);
  END IF;
  -- Apart, because a plan for all of it at once can read every appointment.
  IF paid IS NOT NULL AND EXISTS (
    SELECT FROM payment JOIN booking ON booking.id = booking_id JOIN patient ON patient.id = booking.patient_id
      LEFT JOIN demo_patient ON demo_patient.patient_id = patient.id
    WHERE (died_at IS NOT NULL OR demo_patient.patient_id IS NOT NULL)
      AND (intent_id = paid OR payment.id = CASE WHEN paid ~ '^[0-9a-f-]{36}$' THEN paid::uuid END)
  ) THEN
    RETURN false;
  END IF;
  RETURN NOT EXISTS (
    SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
    WHERE (died_at IS NOT NULL OR patient_id IS NOT NULL) AND id IN (
      SELECT patient_id FROM booking WHERE booking.id = nullif(details -> 'appointment' ->> 'id', '')::uuid
      UNION ALL SELECT patient_id FROM recall WHERE recall.id = (details ->> 'recallId')::uuid
      UNION ALL SELECT patient_id FROM waiting_offer WHERE waiting_offer.id = (details -> 'offer' ->> 'id')::uuid
    )
  );
END $$;
