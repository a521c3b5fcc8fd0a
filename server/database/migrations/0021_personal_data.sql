ALTER TABLE "audit" ADD COLUMN "person_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_of_person" ON "audit" USING gin ("person_ids");--> statement-breakpoint
-- An erased account gets no appointment: the lock waits for an erasure under way, and the erasure for an insert under way.
CREATE FUNCTION refuse_erased_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM "user" WHERE id = NEW.patient_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_of_a_person BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION refuse_erased_patient();
