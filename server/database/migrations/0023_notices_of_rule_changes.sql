ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'add-doctor', 'delete-doctor', 'upload-photo', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'search-patients', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'remove-second-factor'));--> statement-breakpoint
-- A change is announced if it increases `sequence`. Staff can give an appointment another dentist without a word to the patient.
DROP TRIGGER booking_moved_noticed ON booking;--> statement-breakpoint
CREATE TRIGGER booking_moved_noticed AFTER UPDATE OF starts_at, doctor_id ON booking
  FOR EACH ROW WHEN (
    NEW.status <> 'cancelled' AND NEW.sequence > OLD.sequence
    AND (NEW.starts_at <> OLD.starts_at OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id))
  ) EXECUTE FUNCTION add_appointment_notice();
