CREATE INDEX "booking_by_date" ON "booking" USING btree ("date");--> statement-breakpoint
-- The desk's open pages show payments, refunds and notes too.
DROP TRIGGER booking_moved ON booking;--> statement-breakpoint
CREATE TRIGGER booking_moved AFTER UPDATE OF date, starts_at, busy, treatment_id, doctor_id, chair_id, status, overridden, note, transaction_id, refunding, refunded ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
