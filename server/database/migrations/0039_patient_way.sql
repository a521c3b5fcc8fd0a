CREATE TABLE "recall" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"patient_id" text NOT NULL,
	"treatment_id" uuid NOT NULL,
	"last_visit_on" date NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"invited_at" timestamp with time zone,
	"called_at" timestamp with time zone,
	"booking_id" uuid,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "freed_time" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"date" date NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"doctor_id" uuid,
	"treatment_id" uuid,
	"frees_chair" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "freed_time_in_order" CHECK ("freed_time"."from_at" < "freed_time"."until_at")
);
--> statement-breakpoint
CREATE TABLE "waiting_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"treatment_id" uuid NOT NULL,
	"doctor_id" uuid,
	"weekdays" integer[] NOT NULL,
	"from_minutes" integer NOT NULL,
	"until_minutes" integer NOT NULL,
	"last_day" date NOT NULL,
	"booking_id" uuid,
	"joined_by" text,
	"added_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "waiting_entry_weekdays" CHECK ("waiting_entry"."weekdays" <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality("waiting_entry"."weekdays") between 1 and 7),
	CONSTRAINT "waiting_entry_hours" CHECK (0 <= "waiting_entry"."from_minutes" and "waiting_entry"."from_minutes" < "waiting_entry"."until_minutes" and "waiting_entry"."until_minutes" <= 1440),
	CONSTRAINT "waiting_entry_end" CHECK (("waiting_entry"."ended_at" is null) = ("waiting_entry"."end_reason" is null)),
	CONSTRAINT "waiting_entry_end_known" CHECK ("waiting_entry"."end_reason" in ('left', 'removed', 'booked', 'moved', 'cancelled', 'passed', 'treatment-retired', 'merged'))
);
--> statement-breakpoint
CREATE TABLE "waiting_offer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"patient_id" text NOT NULL,
	"treatment_id" uuid NOT NULL,
	"doctor_id" uuid,
	"date" date NOT NULL,
	"slot" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_at" timestamp with time zone,
	"booking_id" uuid,
	CONSTRAINT "waiting_offer_once" UNIQUE("patient_id","treatment_id","starts_at"),
	CONSTRAINT "waiting_offer_state_known" CHECK ("waiting_offer"."state" in ('open', 'taken', 'lost', 'expired', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "waiting_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"rules_version" integer DEFAULT 0 NOT NULL,
	"rules" jsonb,
	CONSTRAINT "waiting_state_once" CHECK ("waiting_state"."only")
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "grace_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "languages" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "sentence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "recalls_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "recalls_snoozed_until" date;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "recall_months" integer;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freed_time" ADD CONSTRAINT "freed_time_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freed_time" ADD CONSTRAINT "freed_time_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_offer" ADD CONSTRAINT "waiting_offer_entry_id_waiting_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_offer" ADD CONSTRAINT "waiting_offer_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_offer" ADD CONSTRAINT "waiting_offer_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_offer" ADD CONSTRAINT "waiting_offer_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_offer" ADD CONSTRAINT "waiting_offer_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recall_once" ON "recall" USING btree ("patient_id","treatment_id","last_visit_on");--> statement-breakpoint
CREATE INDEX "recall_open" ON "recall" USING btree ("last_visit_on") WHERE "recall"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "recall_by_invitation" ON "recall" USING btree ("invited_at") WHERE "recall"."invited_at" is not null;--> statement-breakpoint
CREATE INDEX "recall_of_booking" ON "recall" USING btree ("booking_id") WHERE "recall"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX "freed_time_by_end" ON "freed_time" USING btree ("until_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entry_once" ON "waiting_entry" USING btree ("patient_id","treatment_id") WHERE "waiting_entry"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_entry_in_order" ON "waiting_entry" USING btree ("created_at","id") WHERE "waiting_entry"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_entry_of_patient" ON "waiting_entry" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "waiting_entry_of_booking" ON "waiting_entry" USING btree ("booking_id") WHERE "waiting_entry"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX "waiting_offer_of_entry" ON "waiting_offer" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "waiting_offer_of_time" ON "waiting_offer" USING btree ("treatment_id","starts_at");--> statement-breakpoint
CREATE INDEX "waiting_offer_open" ON "waiting_offer" USING btree ("patient_id") WHERE "waiting_offer"."state" = 'open';--> statement-breakpoint
CREATE INDEX "waiting_offer_by_time" ON "waiting_offer" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "booking_attended" ON "booking" USING btree ("treatment_id","patient_id","date") WHERE "booking"."status" in ('arrived', 'done');--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'join-waiting-list', 'leave-waiting-list', 'read-waiting-list', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'list-recalls', 'call-recall', 'snooze-recalls', 'stop-recalls', 'start-recalls', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD CONSTRAINT "clinic_policy_grace" CHECK ("clinic_policy"."grace_minutes" between 0 and 1440);--> statement-breakpoint
ALTER TABLE "doctor" ADD CONSTRAINT "doctor_languages" CHECK (length("doctor"."languages") <= 100);--> statement-breakpoint
ALTER TABLE "doctor" ADD CONSTRAINT "doctor_sentence" CHECK (length("doctor"."sentence") <= 200);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed', 'absence-decided', 'price-changed', 'recall', 'waiting-offer'));--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_recall_months" CHECK ("treatment"."recall_months" between 1 and 60);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_description" CHECK (length("treatment"."description") <= 200);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_reasons" CHECK ("treatment"."reasons" <@ '{check-up,pain,broken-tooth,child,whiter-teeth}'::text[]);
--> statement-breakpoint
-- Ends what a patient waits for, in the transaction that gives it to them: the treatment is booked, or the appointment
-- moves to an earlier time. It also ends with the appointment that it would have moved, and with the treatment.
CREATE OR REPLACE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'booked'
    WHERE patient_id = NEW.patient_id AND treatment_id = NEW.treatment_id AND ended_at IS NULL;
  ELSIF NEW.status = 'cancelled' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'cancelled' WHERE booking_id = NEW.id AND ended_at IS NULL;
  ELSE
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'moved' WHERE booking_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_ends_waiting AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.status <> 'cancelled')
  EXECUTE FUNCTION end_waiting();
CREATE OR REPLACE TRIGGER booking_change_ends_waiting AFTER UPDATE OF status, starts_at, treatment_id ON booking
  FOR EACH ROW WHEN (
    (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
    OR NEW.starts_at < OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id
  )
  EXECUTE FUNCTION end_waiting();

CREATE OR REPLACE FUNCTION end_waiting_for_treatment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'treatment-retired' WHERE treatment_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER treatment_ends_waiting AFTER UPDATE OF retired_at ON treatment
  FOR EACH ROW WHEN (NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL)
  EXECUTE FUNCTION end_waiting_for_treatment();
--> statement-breakpoint
-- Moves all that belongs to one record of a person to another, which has their data from then on. The other's values
-- stay where it has any. Appointments that both records have at one time stay, exempt from the constraints. Returns
-- false, and changes nothing, if one of the records is erased or was merged already.
CREATE OR REPLACE FUNCTION merge_patient(former text, kept text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- The bookings before the persons, in the order of every other transaction.
  PERFORM FROM booking WHERE patient_id IN (former, kept) ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (former, kept) ORDER BY id FOR UPDATE;
  IF (SELECT count(*) FROM patient WHERE id IN (former, kept) AND erased_at IS NULL AND merged_into IS NULL) < 2 THEN
    RETURN false;
  END IF;

  UPDATE booking SET overridden = true,
    override_reason = coalesce(nullif(override_reason, ''), 'Two records of the patient were merged')
  WHERE patient_id = former AND status <> 'cancelled' AND NOT overridden AND EXISTS (
    SELECT FROM booking AS other
    WHERE other.patient_id = kept AND other.status <> 'cancelled' AND NOT other.overridden
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(booking.starts_at, booking.ends_at)
  );
  UPDATE booking SET second_that_day = true
  WHERE patient_id = former AND status <> 'cancelled' AND EXISTS (
    SELECT FROM booking AS other
    WHERE other.patient_id = kept AND other.status <> 'cancelled' AND NOT other.second_that_day
      AND other.treatment_id = booking.treatment_id AND other.date = booking.date
  );
  UPDATE booking SET patient_id = kept WHERE patient_id = former;
  -- An account pays without naming an appointment one at a time. A second payment that is open stays with the former
  -- record, which leads to this one.
  UPDATE payment_intent SET patient_id = kept
  WHERE patient_id = former AND NOT (booking_id IS NULL AND state = 'open' AND EXISTS (
    SELECT FROM payment_intent AS other WHERE other.patient_id = kept AND other.booking_id IS NULL AND other.state = 'open'
  ));

  -- Where both are due after visits of one day, the other's own row stays.
  DELETE FROM recall WHERE patient_id = former AND EXISTS (
    SELECT FROM recall AS other WHERE other.patient_id = kept
      AND other.treatment_id = recall.treatment_id AND other.last_visit_on = recall.last_visit_on
  );
  UPDATE recall SET patient_id = kept WHERE patient_id = former;
  -- Nobody waits twice for one treatment, or is offered one time twice.
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'merged'
  WHERE patient_id = former AND ended_at IS NULL AND EXISTS (
    SELECT FROM waiting_entry AS other
    WHERE other.patient_id = kept AND other.treatment_id = waiting_entry.treatment_id AND other.ended_at IS NULL
  );
  DELETE FROM waiting_offer WHERE patient_id = former AND EXISTS (
    SELECT FROM waiting_offer AS other
    WHERE other.patient_id = kept AND other.treatment_id = waiting_offer.treatment_id AND other.starts_at = waiting_offer.starts_at
  );
  UPDATE waiting_offer SET patient_id = kept WHERE patient_id = former;
  UPDATE waiting_entry SET patient_id = kept WHERE patient_id = former;

  WITH moved AS (DELETE FROM patient_phone WHERE patient_id = former RETURNING number, created_at)
  INSERT INTO patient_phone (patient_id, number, created_at) SELECT kept, number, created_at FROM moved
  ON CONFLICT DO NOTHING;
  WITH moved AS (DELETE FROM patient_user WHERE patient_id = former RETURNING user_id, relation, created_at)
  INSERT INTO patient_user (user_id, patient_id, relation, created_at)
  SELECT user_id, kept, relation, created_at FROM moved
  ON CONFLICT (user_id, patient_id) DO UPDATE SET relation = excluded.relation WHERE excluded.relation = 'self';

  UPDATE patient SET
    birth_date = coalesce(patient.birth_date, other.birth_date),
    -- The email of an account's own patient is the account's.
    email = coalesce(
      (SELECT "user".email FROM patient_user JOIN "user" ON "user".id = user_id
        WHERE patient_id = kept AND relation = 'self' ORDER BY patient_user.created_at LIMIT 1),
      patient.email, other.email
    ),
    language = coalesce(patient.language, other.language),
    -- Whoever asked for it once gets no invitations.
    recalls_stopped_at = coalesce(patient.recalls_stopped_at, other.recalls_stopped_at),
    recalls_snoozed_until = greatest(patient.recalls_snoozed_until, other.recalls_snoozed_until),
    notes = concat_ws(E'\n', nullif(patient.notes, ''), nullif(other.notes, '')),
    created_at = least(patient.created_at, other.created_at)
  FROM patient AS other WHERE patient.id = kept AND other.id = former;
  UPDATE patient SET merged_into = kept WHERE former IN (id, merged_into);
  RETURN true;
END $$;
--> statement-breakpoint
-- Notes the time that an appointment leaves free, if anybody waits for an earlier time. server/waiting-list/ offers it.
CREATE OR REPLACE FUNCTION note_freed_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waiting_entry WHERE ended_at IS NULL) THEN
    INSERT INTO freed_time (date, from_at, until_at, doctor_id, treatment_id, frees_chair)
    VALUES (OLD.date, OLD.starts_at, upper(OLD.busy), OLD.doctor_id, OLD.treatment_id,
      OLD.chair_id IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_time_freed AFTER UPDATE OF status, starts_at, busy, doctor_id, chair_id ON booking
  FOR EACH ROW WHEN (OLD.status <> 'cancelled' AND (
    NEW.status = 'cancelled' OR NEW.busy <> OLD.busy OR NEW.doctor_id IS DISTINCT FROM OLD.doctor_id OR NEW.chair_id IS DISTINCT FROM OLD.chair_id
  ))
  EXECUTE FUNCTION note_freed_time();
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
--> statement-breakpoint
-- The address for invitations to come back, empty if there is none: that of emails about the patient's last visit, once
-- the owner of its account has confirmed it.
CREATE OR REPLACE FUNCTION recall_recipient(for_patient text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  address text := recipient_of(for_patient, (
    SELECT booked_by FROM booking WHERE patient_id = for_patient AND status IN ('arrived', 'done')
    ORDER BY starts_at DESC LIMIT 1
  ));
BEGIN
  IF EXISTS (SELECT FROM "user" WHERE email = address AND email_verified) THEN
    RETURN address;
  END IF;
  RETURN '';
END $$;
