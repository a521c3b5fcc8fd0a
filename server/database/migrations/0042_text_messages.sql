CREATE TABLE "text_consent" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"patient_id" text NOT NULL,
	"phone" text NOT NULL,
	"wording" text NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "text_consent_phone" CHECK ("text_consent"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "text_consent_ended" CHECK (("text_consent"."ended_at" is null) = ("text_consent"."ended_by" is null)),
	CONSTRAINT "text_consent_ender_known" CHECK ("text_consent"."ended_by" in ('patient', 'stop', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "text_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"patient_id" text NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"hours_before" integer NOT NULL,
	"phone" text NOT NULL,
	"body" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tried_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"provider_id" text,
	"segments" integer,
	"price_micros" integer,
	"currency" text,
	"error" text,
	CONSTRAINT "text_message_of_provider" UNIQUE("provider_id"),
	CONSTRAINT "text_message_kind_known" CHECK ("text_message"."kind" in ('booked', 'moved', 'cancelled', 'reminder', 'choose')),
	CONSTRAINT "text_message_state_known" CHECK ("text_message"."state" in ('waiting', 'sent', 'delivered', 'failed', 'refused', 'outdated'))
);
--> statement-breakpoint
ALTER TABLE "text_consent" ADD CONSTRAINT "text_consent_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_message" ADD CONSTRAINT "text_message_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_message" ADD CONSTRAINT "text_message_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "text_consent_once" ON "text_consent" USING btree ("patient_id") WHERE "text_consent"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "text_consent_of_patient" ON "text_consent" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "text_consent_of_phone" ON "text_consent" USING btree ("phone") WHERE "text_consent"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "text_message_of_patient" ON "text_message" USING btree ("patient_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "text_message_of_notice" ON "text_message" USING btree ("booking_id","kind","sequence","hours_before");--> statement-breakpoint
CREATE INDEX "text_message_by_creation" ON "text_message" USING btree ("created_at");
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

  -- The kept record says to which number text messages go.
  UPDATE text_consent SET ended_at = now(), ended_by = 'staff'
  WHERE patient_id = former AND ended_at IS NULL AND EXISTS (
    SELECT FROM text_consent AS other WHERE other.patient_id = kept AND other.ended_at IS NULL
  );
  UPDATE text_consent SET patient_id = kept WHERE patient_id = former;
  UPDATE text_message SET patient_id = kept WHERE patient_id = former;

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
