-- By which means a patient is reached for a reason ('appointment', 'change' by the clinic, 'price', 'money', 'recall',
-- 'offer' or 'account'): {means, address, email}, or {because, email} if they can only be called. `email` is the address
-- that they have, empty without one. `text_failed`: a text message has not reached them.
CREATE OR REPLACE FUNCTION contact_of(for_patient text, booked_by text, reason text, text_failed boolean)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  person record;
  address text;
  because text;
BEGIN
  SELECT contact, died_at, erased_at, coalesce(emails, true) AS has_mail,
    CASE WHEN contact = 'sms' AND reason IN ('appointment', 'change') AND coalesce(texts, true) AND NOT text_failed THEN (
      SELECT phone FROM text_consent WHERE patient_id = for_patient AND ended_at IS NULL
    ) END AS number
    INTO person FROM patient LEFT JOIN sending ON true WHERE patient.id = for_patient;
  address := recipient_of(for_patient, CASE WHEN reason <> 'recall' THEN booked_by ELSE (
    SELECT booking.booked_by FROM booking WHERE patient_id = for_patient AND status IN ('arrived', 'done')
    ORDER BY starts_at DESC LIMIT 1
  ) END);
  because := CASE
    WHEN person.erased_at IS NOT NULL THEN 'erased'
    WHEN person.died_at IS NOT NULL THEN 'died'
    WHEN EXISTS (SELECT FROM demo_patient WHERE patient_id = for_patient) THEN 'invented'
    -- The law asks for a receipt, and no call replaces it.
    WHEN person.contact = 'none' AND reason <> 'money' THEN 'wants-nothing'
    WHEN person.contact = 'phone' AND reason <> 'money' THEN 'wants-call'
    -- Whoever wants text messages has agreed to those about their appointments only.
    WHEN person.contact = 'sms' AND reason = 'recall' THEN 'wants-texts'
    WHEN person.number IS NOT NULL THEN NULL
    WHEN address = '' THEN 'no-email'
    WHEN reason IN ('recall', 'offer') AND NOT EXISTS (
      SELECT FROM "user" WHERE email = address AND email_verified
    ) THEN 'not-confirmed'
    WHEN NOT person.has_mail THEN 'no-mail-server'
  END;
  RETURN CASE
    WHEN because IS NOT NULL THEN jsonb_build_object('because', because, 'email', address)
    WHEN person.number IS NOT NULL THEN jsonb_build_object('means', 'sms', 'address', person.number, 'email', address)
    ELSE jsonb_build_object('means', 'email', 'address', address, 'email', address)
  END;
END $$;
