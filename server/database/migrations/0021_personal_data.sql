ALTER TABLE "audit" ADD COLUMN "person_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_of_person" ON "audit" USING gin ("person_ids");--> statement-breakpoint
-- An erased account gets no appointment: the lock waits for an erasure under way, and the erasure for an insert under way.
CREATE OR REPLACE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected integer := nullif(current_setting('clinic.rules_version', true), '')::integer;
  policy record;
  erased timestamptz;
BEGIN
  SELECT erased_at INTO erased FROM "user" WHERE id = NEW.patient_id FOR KEY SHARE;
  IF erased IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF expected IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7305115);
  SELECT version, max_upcoming INTO policy FROM clinic_policy;
  IF policy.version IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.patient_id, 0));
  IF (
    SELECT count(*) FROM booking
    WHERE patient_id = NEW.patient_id AND date >= current_setting('clinic.today')::date AND status <> 'cancelled'
  ) >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
