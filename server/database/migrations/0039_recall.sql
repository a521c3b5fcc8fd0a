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
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "recalls_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "recalls_snoozed_until" date;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "recall_months" integer;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall" ADD CONSTRAINT "recall_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recall_once" ON "recall" USING btree ("patient_id","treatment_id","last_visit_on");--> statement-breakpoint
CREATE INDEX "recall_open" ON "recall" USING btree ("last_visit_on") WHERE "recall"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "recall_by_invitation" ON "recall" USING btree ("invited_at") WHERE "recall"."invited_at" is not null;--> statement-breakpoint
CREATE INDEX "recall_of_booking" ON "recall" USING btree ("booking_id") WHERE "recall"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_attended" ON "booking" USING btree ("treatment_id","patient_id","date") WHERE "booking"."status" in ('arrived', 'done');--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'list-recalls', 'call-recall', 'snooze-recalls', 'stop-recalls', 'start-recalls', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed', 'absence-decided', 'price-changed', 'recall'));--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_recall_months" CHECK ("treatment"."recall_months" between 1 and 60);
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
