CREATE TABLE "patient_call" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_date" date NOT NULL,
	"from_slot" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"called_at" timestamp with time zone,
	"called_by" text,
	CONSTRAINT "patient_call_kind_known" CHECK ("patient_call"."kind" in ('moved', 'cancelled', 'choose')),
	CONSTRAINT "patient_call_message" CHECK (length("patient_call"."message") <= 500),
	CONSTRAINT "patient_call_done" CHECK (("patient_call"."called_at" is null) = ("patient_call"."called_by" is null))
);
--> statement-breakpoint
CREATE TABLE "block" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doctor_id" uuid,
	"chair_id" uuid,
	"first_day" date NOT NULL,
	"last_day" date,
	"from_minutes" integer NOT NULL,
	"until_minutes" integer NOT NULL,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "block_of_one" CHECK ("block"."doctor_id" is null or "block"."chair_id" is null),
	CONSTRAINT "block_in_order" CHECK ("block"."first_day" <= "block"."last_day"),
	CONSTRAINT "block_weekdays" CHECK ("block"."weekdays" <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality("block"."weekdays") <= 7),
	CONSTRAINT "block_end" CHECK ("block"."last_day" is not null or cardinality("block"."weekdays") > 0),
	CONSTRAINT "block_hours" CHECK ("block"."from_minutes" between 0 and 1439 and "block"."until_minutes" between 1 and 1440
          and ("block"."from_minutes" < "block"."until_minutes" or not ("block"."last_day" = "block"."first_day" or cardinality("block"."weekdays") > 0))),
	CONSTRAINT "block_reason_length" CHECK (length("block"."reason") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "message_template" (
	"kind" text PRIMARY KEY NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_template_kind_known" CHECK ("message_template"."kind" in ('booked', 'moved', 'cancelled', 'reminder', 'choose')),
	CONSTRAINT "message_template_length" CHECK (length("message_template"."subject") <= 100 and length("message_template"."text") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "appointment_notice" DROP CONSTRAINT "appointment_notice_kind_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD COLUMN "message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "patient_call" ADD CONSTRAINT "patient_call_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_chair_id_chair_id_fk" FOREIGN KEY ("chair_id") REFERENCES "public"."chair"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "patient_call_open_once" ON "patient_call" USING btree ("booking_id") WHERE "patient_call"."called_at" is null;--> statement-breakpoint
CREATE INDEX "patient_call_by_call" ON "patient_call" USING btree ("called_at") WHERE "patient_call"."called_at" is not null;--> statement-breakpoint
CREATE INDEX "block_of_doctor" ON "block" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "block_of_chair" ON "block" USING btree ("chair_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-message', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-block', 'change-block', 'remove-block', 'keep-doctor', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'ask-to-choose', 'call-patient', 'list-calls', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'join-waiting-list', 'leave-waiting-list', 'read-waiting-list', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'list-recalls', 'call-recall', 'snooze-recalls', 'stop-recalls', 'start-recalls', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD CONSTRAINT "appointment_notice_message" CHECK (length("appointment_notice"."message") <= 500);--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD CONSTRAINT "appointment_notice_kind_known" CHECK ("appointment_notice"."kind" in ('booked', 'moved', 'cancelled', 'reminder', 'choose'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'appointment-choose', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed', 'absence-decided', 'price-changed', 'recall', 'waiting-offer'));
--> statement-breakpoint
-- Each change of the rules takes their lock, so that no booking is made meanwhile. 7305115 is also in
-- server/database/pool/rules-lock.ts and in admit_booking (docs/decisions/0031).
CREATE OR REPLACE FUNCTION lock_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305115);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON block
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
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

CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON block
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
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
  free_cancel_hours, grace_minutes, reminder_hours ON clinic_policy
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
