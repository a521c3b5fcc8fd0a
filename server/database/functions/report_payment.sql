-- Notes for the reports that a payment came in, was voided, or went with its invented patient. Its appointment's
-- treatment and dentist can't change meanwhile: payment_summed, which runs before, has locked the appointment.
CREATE OR REPLACE FUNCTION report_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid payment := coalesce(NEW, OLD);
BEGIN
  INSERT INTO report_change SELECT figures.* FROM booking CROSS JOIN LATERAL money_figures('taken', paid.day,
      CASE WHEN TG_OP = 'INSERT' THEN paid.amount ELSE -paid.amount END, paid.method, treatment_id, doctor_id) AS figures
    WHERE booking.id = paid.booking_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_to_report AFTER INSERT ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NULL) EXECUTE FUNCTION report_payment();
CREATE OR REPLACE TRIGGER payment_voided_to_report AFTER UPDATE OF voided_at ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NOT NULL AND OLD.voided_at IS NULL) EXECUTE FUNCTION report_payment();
CREATE OR REPLACE TRIGGER payment_deleted_to_report AFTER DELETE ON payment
  FOR EACH ROW WHEN (OLD.voided_at IS NULL) EXECUTE FUNCTION report_payment();
