-- Notes for the reports that a refund of a payment has arrived, or came back. Its appointment's treatment and dentist
-- can't change meanwhile: the triggers that sum the money run before, and have locked the appointment.
CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change SELECT figures.* FROM refund
    JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id
    CROSS JOIN LATERAL money_figures('refunded', NEW.day, NEW.amount, refund.method, treatment_id, doctor_id) AS figures
    WHERE refund.id = NEW.refund_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_to_report AFTER INSERT ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
