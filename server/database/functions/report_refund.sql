-- Notes for the reports that a refund of a payment has arrived, or came back. Its appointment's treatment and dentist
-- can't change meanwhile: the triggers that sum the money run before, and have locked the appointment.
CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change SELECT figures.* FROM payment JOIN booking ON booking.id = payment.booking_id
    CROSS JOIN LATERAL (
      SELECT * FROM money_figures('refunded', NEW.day, NEW.amount, NEW.method, treatment_id, doctor_id) WHERE NEW.day IS NOT NULL
      UNION ALL
      SELECT * FROM money_figures('refunded', OLD.day, -OLD.amount, OLD.method, treatment_id, doctor_id)
        WHERE TG_OP = 'UPDATE' AND OLD.day IS NOT NULL
    ) AS figures WHERE payment.id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_to_report AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND NEW.day IS NOT NULL) EXECUTE FUNCTION report_refund();
CREATE OR REPLACE TRIGGER refund_to_report_changed AFTER UPDATE ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND (NEW.day, NEW.amount) IS DISTINCT FROM (OLD.day, OLD.amount))
  EXECUTE FUNCTION report_refund();
