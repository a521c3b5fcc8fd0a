CREATE TABLE "clinic" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"language" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"services" jsonb NOT NULL,
	"reviews" jsonb NOT NULL,
	"imprint" text DEFAULT '' NOT NULL,
	"logo" text,
	"setup_step" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "clinic_once" CHECK ("clinic"."only"),
	CONSTRAINT "clinic_name_length" CHECK (length("clinic"."name") <= 100),
	CONSTRAINT "clinic_address_length" CHECK (length("clinic"."address") <= 200),
	CONSTRAINT "clinic_phone_length" CHECK (length("clinic"."phone") <= 40),
	CONSTRAINT "clinic_country_code" CHECK ("clinic"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "clinic_currency_code" CHECK ("clinic"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "clinic_setup_step_known" CHECK ("clinic"."setup_step" in ('clinic', 'hours', 'treatment', 'dentist')),
	CONSTRAINT "clinic_imprint_length" CHECK (length("clinic"."imprint") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "setup_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";
--> statement-breakpoint
ALTER TABLE "clinic" ADD CONSTRAINT "photo_of_clinic" FOREIGN KEY ("logo") REFERENCES "public"."photo"("url") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'search-patients', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));
--> statement-breakpoint
-- Refuses an open intent in another currency than the clinic’s: the currency has changed since it was made. 7305115 is
-- the lock of the rules (server/database/pool/rules-lock.ts), which a change of the clinic takes too.
CREATE OR REPLACE FUNCTION admit_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305115);
  IF EXISTS (SELECT FROM clinic WHERE lower(currency) <> NEW.currency) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_intent_admitted BEFORE INSERT ON payment_intent
  FOR EACH ROW WHEN (NEW.state = 'open')
  EXECUTE FUNCTION admit_intent();
--> statement-breakpoint
-- The clinic’s currency stays while there are payments, and intents of payments that may still come.
CREATE OR REPLACE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intent WHERE state <> 'cancelled') THEN
    RAISE EXCEPTION 'the clinic''s currency stays while there are payments' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_currency_kept BEFORE UPDATE OF currency ON clinic
  FOR EACH ROW WHEN (NEW.currency IS DISTINCT FROM OLD.currency)
  EXECUTE FUNCTION keep_currency();
--> statement-breakpoint
-- The clinic’s time zone stays while there are appointments ahead, unless they change with it: then the transaction has
-- set clinic.appointments_follow (server/calendar-change/time-zone.ts, docs/decisions/0075).
CREATE OR REPLACE FUNCTION keep_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.appointments_follow', true), '') = '' AND
    EXISTS (SELECT FROM booking WHERE status <> 'cancelled' AND starts_at > now()) THEN
    RAISE EXCEPTION 'the clinic''s time zone stays while there are appointments ahead' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_time_zone_kept BEFORE UPDATE OF time_zone ON clinic
  FOR EACH ROW WHEN (NEW.time_zone IS DISTINCT FROM OLD.time_zone)
  EXECUTE FUNCTION keep_time_zone();
--> statement-breakpoint
-- Each change of the rules takes their lock, so that no booking is made meanwhile. 7305115 is also in
-- server/database/pool/rules-lock.ts and in admit_booking (docs/decisions/0031).
CREATE OR REPLACE FUNCTION lock_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305115);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON chair
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE ON clinic
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_hours
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE ON clinic_policy
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_absence
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_hours
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
--> statement-breakpoint
-- Each change of the rules gives them a new version, and tells every instance. A booking by an older version is
-- refused (admit_booking).
CREATE OR REPLACE FUNCTION publish_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE clinic_policy SET version = version + 1;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON chair
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR UPDATE OF grid_minutes, notice_minutes, horizon_days, max_upcoming,
  free_cancel_hours, reminder_hours ON clinic_policy
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_absence
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
--> statement-breakpoint
-- By hand: the zone of an existing clinic moves to its new row, which the next start fills in from the settings, and the
-- column and its trigger go.
INSERT INTO clinic (name, address, phone, email, country, language, currency, time_zone, services, reviews)
  SELECT '', '', '', '', 'US', 'en-US', 'USD', time_zone, '[]', '[]' FROM clinic_policy WHERE time_zone IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER clinic_policy_time_zone_kept ON clinic_policy;
--> statement-breakpoint
ALTER TABLE "clinic_policy" DROP COLUMN "time_zone";
