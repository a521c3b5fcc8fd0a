ALTER TABLE "booking" DROP CONSTRAINT "booking_phone_length";--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "payment_intent" DROP CONSTRAINT "payment_intent_state_known";--> statement-breakpoint
ALTER TABLE "payment_ledger" DROP CONSTRAINT "payment_ledger_kind_known";--> statement-breakpoint
DROP INDEX "payment_intent_due";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "overridden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Patients who hold two appointments at one time keep both; the one booked first counts.
UPDATE "booking" SET "overridden" = true WHERE "cancelled_at" IS NULL AND EXISTS (
  SELECT FROM "booking" AS earlier
  WHERE earlier."patient_id" = "booking"."patient_id" AND earlier."date" = "booking"."date" AND earlier."slot" = "booking"."slot"
    AND earlier."cancelled_at" IS NULL AND (earlier."created_at", earlier."id") < ("booking"."created_at", "booking"."id")
);--> statement-breakpoint
CREATE UNIQUE INDEX "booking_patient_time_once" ON "booking" USING btree ("patient_id","date","slot") WHERE "booking"."cancelled_at" is null and not "booking"."overridden";--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_state_known" CHECK ("payment_intent"."state" in ('open', 'unclaimed', 'settled', 'refunding', 'refunded', 'cancelled'));--> statement-breakpoint
-- Of a patient's open intents without a booking the newest stays open; the provider is asked about the others.
UPDATE "payment_intent" SET "state" = 'unclaimed', "due" = now() WHERE "state" = 'open' AND "booking_id" IS NULL AND EXISTS (
  SELECT FROM "payment_intent" AS newer
  WHERE newer."patient_id" = "payment_intent"."patient_id" AND newer."state" = 'open' AND newer."booking_id" IS NULL
    AND (newer."created_at", newer."id") > ("payment_intent"."created_at", "payment_intent"."id")
);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intent_open_alone_once" ON "payment_intent" USING btree ("patient_id") WHERE "payment_intent"."state" = 'open' and "payment_intent"."booking_id" is null;--> statement-breakpoint
CREATE INDEX "payment_intent_due" ON "payment_intent" USING btree ("due") WHERE "payment_intent"."state" in ('open', 'unclaimed', 'refunding');--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_phone_length" CHECK (length("booking"."phone") <= 40);--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'add-doctor', 'delete-doctor', 'upload-photo'));--> statement-breakpoint
ALTER TABLE "payment_ledger" ADD CONSTRAINT "payment_ledger_kind_known" CHECK ("payment_ledger"."kind" in ('made', 'event', 'unclaimed', 'settled', 'refused', 'refunding', 'refunded', 'cancelled'));--> statement-breakpoint
-- A patient's upcoming appointments are limited while the inserting transaction sets clinic.max_upcoming and clinic.today. The lock makes
-- inserts for one patient take turns, so that each counts what the others have committed.
CREATE FUNCTION limit_upcoming_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  max_upcoming integer := nullif(current_setting('clinic.max_upcoming', true), '')::integer;
  today date := nullif(current_setting('clinic.today', true), '')::date;
BEGIN
  IF max_upcoming IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.patient_id, 0));
  IF (SELECT count(*) FROM booking WHERE patient_id = NEW.patient_id AND date >= today AND cancelled_at IS NULL) >= max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_upcoming_limited BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION limit_upcoming_bookings();
--> statement-breakpoint
-- A changed password ends the sessions and the unused reset links of its user. A new hash of the same password, for which the
-- transaction sets clinic.same_password, ends neither.
CREATE OR REPLACE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.same_password', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  DELETE FROM verification WHERE value = NEW.user_id;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM session WHERE user_id = NEW.user_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER password_set AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.password IS NOT NULL) EXECUTE FUNCTION end_sessions_of_password();
--> statement-breakpoint
CREATE INDEX "verification_of_user" ON "verification" USING hash ("value");
