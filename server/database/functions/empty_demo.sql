-- Takes the invented patients away with all that is about them, in the order of docs/decisions/0096, and returns how many
-- there were. Days that counted their money are open again. The audit trail stays.
CREATE OR REPLACE FUNCTION empty_demo() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  invented integer;
BEGIN
  PERFORM FROM booking WHERE patient_id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  -- Nobody books for them any more.
  PERFORM FROM booking WHERE patient_id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  PERFORM FROM till FOR UPDATE;

  DELETE FROM day_close WHERE date >= (
    SELECT min(least(payment.day, refund_entry.day)) FROM demo_patient JOIN booking USING (patient_id)
      JOIN payment ON booking_id = booking.id
      LEFT JOIN refund ON payment_id = payment.id LEFT JOIN refund_entry ON refund_id = refund.id
  );
  DELETE FROM payment_ledger USING payment_intent JOIN demo_patient USING (patient_id)
    WHERE intent_id = payment_intent.id;
  DELETE FROM refund_entry USING refund JOIN payment ON payment.id = payment_id JOIN booking ON booking.id = booking_id
      JOIN demo_patient USING (patient_id)
    WHERE refund_id = refund.id;
  DELETE FROM charge USING booking JOIN demo_patient USING (patient_id) WHERE booking_id = booking.id;
  DELETE FROM refund USING payment JOIN booking ON booking.id = booking_id JOIN demo_patient USING (patient_id)
    WHERE payment_id = payment.id;
  DELETE FROM refund USING payment_intent JOIN demo_patient USING (patient_id) WHERE intent_id = payment_intent.id;
  DELETE FROM payment USING booking JOIN demo_patient USING (patient_id) WHERE booking_id = booking.id;
  DELETE FROM payment_intent USING demo_patient WHERE payment_intent.patient_id = demo_patient.patient_id;
  DELETE FROM recall USING demo_patient WHERE recall.patient_id = demo_patient.patient_id;
  DELETE FROM booking USING demo_patient WHERE booking.patient_id = demo_patient.patient_id;
  DELETE FROM mail USING patient JOIN demo_patient ON patient_id = patient.id
    WHERE recipient = patient.email AND NOT EXISTS (SELECT FROM "user" WHERE "user".email = recipient);
  DELETE FROM patient USING demo_patient WHERE patient.id = demo_patient.patient_id;
  GET DIAGNOSTICS invented = ROW_COUNT;

  -- Receipts are numbered without gaps: the next one follows the last that is left.
  UPDATE till SET closed_through = (SELECT max(date) FROM day_close),
    (receipt_year, receipt_count) = (
      SELECT coalesce(max(payment.receipt_year), 0), coalesce(max(payment.receipt_count), 0) FROM payment
      WHERE payment.receipt_year = (SELECT max(receipt_year) FROM payment)
    );
  RETURN invented;
END $$;
