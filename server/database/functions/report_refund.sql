-- Notes for the reports that a refund of a payment has arrived, came back, or went with its invented patient. Its
-- appointment's treatment and dentist can't change meanwhile: the triggers that sum the money run before, and have locked
-- the appointment.
CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry refund_entry := coalesce(NEW, OLD);
  cents integer := CASE WHEN TG_OP = 'DELETE' THEN -entry.amount ELSE entry.amount END;
BEGIN
  INSERT INTO report_change SELECT figures.* FROM refund
    JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id
    CROSS JOIN LATERAL money_figures('refunded', entry.day, cents, refund.method, treatment_id, doctor_id) AS figures
    WHERE refund.id = entry.refund_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_to_report AFTER INSERT ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
CREATE OR REPLACE TRIGGER refund_deleted_to_report AFTER DELETE ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
