CREATE TABLE "email_change" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	CONSTRAINT "service_setting_name_known" CHECK ("service_setting"."name" in ('smtpServer', 'smtpUser', 'smtpPassword', 'mailFrom', 'textApi', 'textAccount', 'textToken', 'textFrom', 'stripePublishableKey', 'stripeSecretKey', 'stripeWebhookSecret')),
	CONSTRAINT "service_setting_value_length" CHECK (length("service_setting"."value") between 1 and 3000),
	CONSTRAINT "service_setting_secret_sealed" CHECK (("service_setting"."name" in ('smtpPassword', 'textToken', 'stripeSecretKey', 'stripeWebhookSecret')) = ("service_setting"."value" like 'sealed.%'))
);
--> statement-breakpoint
CREATE TABLE "patient_join" (
	"id" uuid PRIMARY KEY NOT NULL,
	"former_id" text NOT NULL,
	"kept_id" text NOT NULL,
	"way" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo" jsonb,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "patient_join_way_known" CHECK ("patient_join"."way" in ('this-is-me', 'desk'))
);
--> statement-breakpoint
CREATE TABLE "record_code" (
	"patient_id" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"made_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_code_once" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "record_try" (
	"user_id" text PRIMARY KEY NOT NULL,
	"birth_dates" integer DEFAULT 0 NOT NULL,
	"codes" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "phone_code_phone" CHECK ("phone_code"."phone" ~ '^\+[1-9][0-9]{6,14}$')
);
--> statement-breakpoint
CREATE TABLE "text_sent" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_sent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"phone" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_stop" (
	"phone" text PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_stop_phone" CHECK ("text_stop"."phone" ~ '^\+[1-9][0-9]{6,14}$')
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_result_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "text_consent" DROP CONSTRAINT "text_consent_ender_known";--> statement-breakpoint
ALTER TABLE "text_message" DROP CONSTRAINT "text_message_state_known";--> statement-breakpoint
ALTER TABLE "waiting_entry" DROP CONSTRAINT "waiting_entry_end_known";--> statement-breakpoint
ALTER TABLE "clinic" ADD COLUMN "text_countries" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic" ADD COLUMN "max_texts_per_day" integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic" ADD COLUMN "adult_age" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "died_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "tie_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "patient_user" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_user" ADD COLUMN "way" text DEFAULT 'former' NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_user" ADD COLUMN "made_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_user" ADD COLUMN "agreed_at" timestamp with time zone;--> statement-breakpoint
-- An account whose record was merged with that of another account gets a record of its own, and acts for the merged one.
UPDATE patient_user SET relation = 'other' FROM (
  SELECT user_id, patient_id, row_number() OVER (PARTITION BY patient_id ORDER BY created_at, user_id) AS place
  FROM patient_user WHERE relation = 'self'
) AS own
WHERE own.place > 1 AND patient_user.user_id = own.user_id AND patient_user.patient_id = own.patient_id;--> statement-breakpoint
WITH without AS (
  SELECT id AS user_id, gen_random_uuid()::text AS patient_id, name, email FROM "user"
  WHERE NOT EXISTS (SELECT FROM patient_user WHERE user_id = "user".id AND relation = 'self')
), added AS (
  INSERT INTO patient (id, name, email) SELECT patient_id, name, email FROM without
)
INSERT INTO patient_user (user_id, patient_id, relation) SELECT user_id, patient_id, 'self' FROM without;--> statement-breakpoint
-- Links of before this release name no recipient: they end where an account has stopped acting.
UPDATE patient SET tie_ended_at = ended.at FROM (
  SELECT unnest(person_ids) AS id, max(at) AS at FROM audit
  WHERE action IN ('end-access', 'remove-patient-account') GROUP BY 1
) AS ended WHERE patient.id = ended.id;--> statement-breakpoint
ALTER TABLE "text_consent" ADD COLUMN "proved_by" text DEFAULT 'earlier' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_setting" ADD CONSTRAINT "service_setting_changed_by_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_join" ADD CONSTRAINT "patient_join_former_id_patient_id_fk" FOREIGN KEY ("former_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_join" ADD CONSTRAINT "patient_join_kept_id_patient_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_code" ADD CONSTRAINT "record_code_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_try" ADD CONSTRAINT "record_try_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_code" ADD CONSTRAINT "phone_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_join_of_kept" ON "patient_join" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "patient_join_of_former" ON "patient_join" USING btree ("former_id");--> statement-breakpoint
CREATE INDEX "record_code_by_expiry" ON "record_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "phone_code_of_user" ON "phone_code" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_code_unused" ON "phone_code" USING btree ("created_at") WHERE "phone_code"."used_at" is null;--> statement-breakpoint
CREATE INDEX "text_sent_to" ON "text_sent" USING btree ("phone","sent_at");--> statement-breakpoint
CREATE INDEX "text_sent_by_time" ON "text_sent" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "booking_by_account" ON "booking" USING btree ("booked_by","date") WHERE "booking"."booked_by" is not null and "booking"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "patient_user_own_once" ON "patient_user" USING btree ("patient_id") WHERE "patient_user"."relation" = 'self';--> statement-breakpoint
ALTER TABLE "patient_user" ADD CONSTRAINT "patient_user_id_once" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-message', 'change-outside-service', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-block', 'change-block', 'remove-block', 'keep-doctor', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'ask-to-choose', 'call-patient', 'list-calls', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'undo-merge', 'give-record-code', 'note-death', 'remove-death', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'join-waiting-list', 'leave-waiting-list', 'read-waiting-list', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'list-recalls', 'call-recall', 'snooze-recalls', 'stop-recalls', 'start-recalls', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'ask-email-change', 'withdraw-email-change', 'change-email', 'add-person', 'share-person', 'accept-access', 'agree-access', 'end-access', 'this-is-me', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "clinic" ADD CONSTRAINT "clinic_adult_age" CHECK ("clinic"."adult_age" between 12 and 21);--> statement-breakpoint
ALTER TABLE "clinic" ADD CONSTRAINT "clinic_max_texts" CHECK ("clinic"."max_texts_per_day" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_result_known" CHECK ("mail"."result" in ('sent', 'refused', 'expired', 'outdated', 'kept'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'appointment-choose', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'hand-over-patient', 'new-email', 'email-change-asked', 'email-changed', 'absence-decided', 'price-changed', 'recall', 'waiting-offer'));--> statement-breakpoint
ALTER TABLE "patient_user" ADD CONSTRAINT "patient_user_way_known" CHECK ("patient_user"."way" in ('sign-up', 'added', 'this-is-me', 'accepted', 'desk', 'former'));--> statement-breakpoint
ALTER TABLE "text_consent" ADD CONSTRAINT "text_consent_proof_known" CHECK ("text_consent"."proved_by" in ('code', 'staff', 'answer', 'earlier'));--> statement-breakpoint
ALTER TABLE "text_consent" ADD CONSTRAINT "text_consent_ender_known" CHECK ("text_consent"."ended_by" in ('patient', 'stop', 'staff', 'access-ended'));--> statement-breakpoint
ALTER TABLE "text_message" ADD CONSTRAINT "text_message_state_known" CHECK ("text_message"."state" in ('waiting', 'sent', 'delivered', 'failed', 'refused', 'outdated', 'kept'));--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_end_known" CHECK ("waiting_entry"."end_reason" in ('left', 'removed', 'booked', 'moved', 'cancelled', 'passed', 'treatment-retired', 'merged', 'access-ended'));
--> statement-breakpoint
DROP FUNCTION take_patients CASCADE;
--> statement-breakpoint
-- Each account has its own patient.
CREATE OR REPLACE FUNCTION add_own_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text := gen_random_uuid()::text;
BEGIN
  INSERT INTO patient (id, name, email, created_at) VALUES (own, NEW.name, NEW.email, NEW.created_at);
  INSERT INTO patient_user (user_id, patient_id, relation, way) VALUES (NEW.id, own, 'self', 'sign-up');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_is_a_patient AFTER INSERT ON "user"
  FOR EACH ROW EXECUTE FUNCTION add_own_patient();
--> statement-breakpoint
-- Refuses a booking by an account that has as many upcoming appointments as the clinic permits, or by rules that have
-- changed since. All count that the account has booked, also for people for whom it does not act any more, and those
-- that others have booked for its people. It applies to inserts that set clinic.rules_version and clinic.today: those
-- of server/booking/insert-store.ts (docs/decisions/0021, 0031).
CREATE OR REPLACE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected integer := nullif(current_setting('clinic.rules_version', true), '')::integer;
  policy record;
BEGIN
  IF expected IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7305115);
  SELECT version, max_upcoming INTO policy FROM clinic_policy;
  IF policy.version IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.booked_by, 0));
  IF count_upcoming(NEW.booked_by, current_setting('clinic.today')::date) >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_admitted BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_booking();
--> statement-breakpoint
-- The number of appointments from a day on that count for an account: those that it has booked, whoever they are for,
-- and those of the people for whom it acts. Volatile, so that it sees what others have booked while the caller waited
-- for them.
CREATE OR REPLACE FUNCTION count_upcoming(account text, today date) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own text;
  upcoming bigint;
BEGIN
  SELECT count(*) INTO upcoming FROM booking
  WHERE booked_by = account AND date >= today AND status <> 'cancelled';
  -- Patient by patient, by their index: a plan that joins them may be one for a table that was still small.
  FOR own IN SELECT patient_id FROM patient_user WHERE user_id = account LOOP
    upcoming := upcoming + (
      SELECT count(*) FROM booking
      WHERE patient_id = own AND date >= today AND status <> 'cancelled' AND booked_by IS DISTINCT FROM account
    );
  END LOOP;
  RETURN upcoming;
END $$;
--> statement-breakpoint
-- An account that no longer acts for a patient keeps nothing: it waits for no earlier time of theirs, and text messages
-- to which it agreed for them end. Links that name no recipient end, too. merge_patient() moves ties, which ends none.
CREATE OR REPLACE FUNCTION end_tie() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.moves_ties', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE patient SET tie_ended_at = now() WHERE id = OLD.patient_id;
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'access-ended'
  WHERE patient_id = OLD.patient_id AND joined_by = OLD.user_id AND ended_at IS NULL;
  UPDATE text_consent SET ended_at = now(), ended_by = 'access-ended'
  WHERE patient_id = OLD.patient_id AND ended_at IS NULL AND OLD.relation <> 'self'
    AND given_by = (SELECT email FROM "user" WHERE id = OLD.user_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tie_ended AFTER DELETE ON patient_user
  FOR EACH ROW EXECUTE FUNCTION end_tie();
--> statement-breakpoint
-- Whether a link still reaches the person whom it was sent to about a patient: their tie lasts, or the address or phone
-- number is the patient's still. Links of earlier releases have no key, and end once any tie has ended.
CREATE OR REPLACE FUNCTION is_link_live(for_patient text, key text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  person record;
BEGIN
  SELECT email, died_at, erased_at, tie_ended_at INTO person FROM patient WHERE id = for_patient;
  IF NOT FOUND OR person.died_at IS NOT NULL OR person.erased_at IS NOT NULL THEN
    RETURN false;
  ELSIF key = '' THEN
    RETURN person.tie_ended_at IS NULL;
  ELSIF key LIKE 'tie:%' THEN
    RETURN EXISTS (
      SELECT FROM patient_user WHERE patient_id = for_patient AND 'tie:' || id = key
        AND tie_sees(relation, patient_id, created_at, agreed_at)
    );
  ELSIF key LIKE 'address:%' THEN
    RETURN person.email IS NOT NULL AND key = 'address:' || link_hash(person.email);
  END IF;
  RETURN EXISTS (
    SELECT FROM text_consent WHERE patient_id = for_patient AND key = 'phone:' || link_hash(phone)
      AND (ended_at IS NULL OR ended_by IN ('stop', 'patient'))
  );
END $$;
--> statement-breakpoint
-- A hash of an address or a phone number in a link, which nobody but its recipient reads.
CREATE OR REPLACE FUNCTION link_hash(contact text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT substr(encode(sha256(convert_to(contact, 'UTF8')), 'hex'), 1, 20)
$$;
--> statement-breakpoint
-- For whom a link in a message to this address is, in words that is_link_live() reads: the tie of the account with the
-- address, else the address itself, as a hash.
CREATE OR REPLACE FUNCTION link_key(for_patient text, address text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT 'tie:' || patient_user.id FROM patient_user JOIN "user" ON "user".id = user_id
      WHERE patient_id = for_patient AND "user".email = address),
    'address:' || link_hash(address)
  )
$$;
--> statement-breakpoint
-- Moves all that belongs to one record of a person to another, which has their data from then on. The other's values
-- stay where it has any. Appointments that both records have at one time stay, exempt from the constraints. Notes in
-- patient_join what undo_merge() needs. Returns false, and changes nothing, if one of the records is erased or was merged
-- already, if both have an account of their own, or if their birth dates differ.
CREATE OR REPLACE FUNCTION merge_patient(former text, kept text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  join_id uuid := gen_random_uuid();
BEGIN
  -- The bookings before the persons, in the order of every other transaction.
  PERFORM FROM booking WHERE patient_id IN (former, kept) ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (former, kept) ORDER BY id FOR UPDATE;
  IF (SELECT count(*) FROM patient WHERE id IN (former, kept) AND erased_at IS NULL AND merged_into IS NULL) < 2 THEN
    RETURN false;
  END IF;
  IF (SELECT count(DISTINCT birth_date) FROM patient WHERE id IN (former, kept)) > 1
    OR (SELECT count(*) FROM patient_user WHERE patient_id IN (former, kept) AND relation = 'self') > 1 THEN
    RETURN false;
  END IF;
  INSERT INTO patient_join (id, former_id, kept_id, way, made_by, undo)
  VALUES (join_id, former, kept, 'desk', '', merge_undo(former, kept));

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
  -- Whoever has the treatment booked in the other record waits for nothing, as end_waiting() has it.
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'booked'
  WHERE patient_id = kept AND ended_at IS NULL AND booking_id IS NULL AND EXISTS (
    SELECT FROM booking WHERE booking.patient_id = kept AND booking.treatment_id = waiting_entry.treatment_id
      AND booking.status IN ('booked', 'arrived') AND booking.starts_at > now()
  );

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
  PERFORM set_config('clinic.moves_ties', 'on', true);
  WITH moved AS (DELETE FROM patient_user WHERE patient_id = former RETURNING *)
  INSERT INTO patient_user (id, user_id, patient_id, relation, way, made_by, agreed_at, created_at)
  SELECT id, user_id, kept, relation, way, made_by, agreed_at, created_at FROM moved
  ON CONFLICT (user_id, patient_id) DO UPDATE SET relation = excluded.relation WHERE excluded.relation = 'self';
  PERFORM set_config('clinic.moves_ties', '', true);

  UPDATE patient SET
    birth_date = coalesce(patient.birth_date, other.birth_date),
    -- The email of an account's own patient is the account's.
    email = coalesce(
      (SELECT "user".email FROM patient_user JOIN "user" ON "user".id = user_id
        WHERE patient_id = kept AND relation = 'self' ORDER BY patient_user.created_at LIMIT 1),
      patient.email, other.email
    ),
    language = coalesce(patient.language, other.language),
    -- Whoever wants to hear nothing in one record hears nothing.
    contact = CASE WHEN other.contact = 'none' THEN 'none' ELSE patient.contact END,
    died_at = coalesce(patient.died_at, other.died_at),
    tie_ended_at = greatest(patient.tie_ended_at, other.tie_ended_at),
    -- Whoever asked for it once gets no invitations.
    recalls_stopped_at = coalesce(patient.recalls_stopped_at, other.recalls_stopped_at),
    recalls_snoozed_until = greatest(patient.recalls_snoozed_until, other.recalls_snoozed_until),
    notes = concat_ws(E'\n', nullif(patient.notes, ''), nullif(other.notes, '')),
    created_at = least(patient.created_at, other.created_at)
  FROM patient AS other WHERE patient.id = kept AND other.id = former;
  UPDATE patient SET merged_into = kept WHERE former IN (id, merged_into);
  UPDATE patient_join SET undo = undo || jsonb_build_object('after', (SELECT to_jsonb(patient) FROM patient WHERE id = kept))
  WHERE id = join_id;
  RETURN true;
END $$;
--> statement-breakpoint
-- Returns the rows of one kind in what merge_undo() noted that belonged to one of the two records.
CREATE OR REPLACE FUNCTION merge_rows(undo jsonb, kind text, of_patient text) RETURNS SETOF jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT was FROM jsonb_array_elements(nullif(undo -> kind, 'null')) AS was WHERE was ->> 'patient_id' = of_patient
$$;
--> statement-breakpoint
-- Returns what merge_patient() changes, as it is before: the rows of both records, and the ids of what refers to them.
CREATE OR REPLACE FUNCTION merge_undo(former text, kept text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'records', (SELECT jsonb_agg(to_jsonb(p)) FROM patient p WHERE id IN (former, kept)),
    'led', (SELECT jsonb_agg(id) FROM patient WHERE merged_into = former),
    'ties', (SELECT jsonb_agg(to_jsonb(t)) FROM patient_user t WHERE patient_id IN (former, kept)),
    'phones', (SELECT jsonb_agg(to_jsonb(n)) FROM patient_phone n WHERE patient_id IN (former, kept)),
    'bookings', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'overridden', overridden,
      'override_reason', override_reason, 'second_that_day', second_that_day)) FROM booking WHERE patient_id IN (former, kept)),
    'payments', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id)) FROM payment_intent WHERE patient_id IN (former, kept)),
    'recalls', (SELECT jsonb_agg(to_jsonb(r)) FROM recall r WHERE patient_id = former),
    'waiting', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'ended_at', ended_at,
      'end_reason', end_reason)) FROM waiting_entry WHERE patient_id IN (former, kept)),
    'offers', (SELECT jsonb_agg(to_jsonb(o)) FROM waiting_offer o WHERE patient_id = former),
    'consents', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'ended_at', ended_at,
      'ended_by', ended_by)) FROM text_consent WHERE patient_id IN (former, kept))
  )
$$;
--> statement-breakpoint
-- Tells every instance whose session has ended or whose role has changed: server/desk/events.ts ends the streams of this
-- account that it may not read any more.
CREATE OR REPLACE FUNCTION notify_access_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'session' THEN
    PERFORM pg_notify('access_ended', OLD.user_id);
  ELSE
    PERFORM pg_notify('access_ended', OLD.id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER session_ended AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION notify_access_ended();
CREATE OR REPLACE TRIGGER user_access_changed AFTER UPDATE OF role, two_factor_enabled ON "user"
  FOR EACH ROW WHEN (OLD.role <> NEW.role OR OLD.two_factor_enabled IS DISTINCT FROM NEW.two_factor_enabled)
  EXECUTE FUNCTION notify_access_ended();
--> statement-breakpoint
-- Tells every instance that anything may have changed.
CREATE OR REPLACE FUNCTION notify_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_truncated AFTER TRUNCATE ON booking
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();
CREATE OR REPLACE TRIGGER service_setting_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();
--> statement-breakpoint
-- The digits by which a stored phone number is found: those that server/patient/phone-number.ts reads, without an
-- extension, without the (0) of +44 (0)20 and without the .0 of a spreadsheet. Arabic, Persian and Devanagari digits
-- count too. A test compares both.
CREATE OR REPLACE FUNCTION phone_digits(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(replace(regexp_replace(regexp_replace(btrim(translate(
    normalize(number, NFKC),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'
  )), '^([+]?\d{5,15})[.]0+$', '\1'),
  '(;ext=|#|(\mx|\mext(ension|n)?\M[.]?|\mapp\M[.]?|(?<=\d)x)[[:space:]:.]*)[[:space:]]*\d{1,7}$', '', 'i'), '(0)', ''), '\D', '', 'g')
$$;
--> statement-breakpoint
-- The address for emails about an appointment: that of the account that booked it, while it sees the patient's
-- appointments; else the patient's own, else that of the account that has seen them longest. Empty if nobody has one.
CREATE OR REPLACE FUNCTION recipient_of(for_patient text, booked_by text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient AND user_id = booked_by
      AND tie_sees(relation, patient_id, patient_user.created_at, agreed_at)),
    (SELECT email FROM patient WHERE id = for_patient),
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient
      AND tie_sees(relation, patient_id, patient_user.created_at, agreed_at)
      ORDER BY relation = 'self' DESC, patient_user.created_at, user_id LIMIT 1),
    ''
  );
END $$;
--> statement-breakpoint
-- Whether an account sees the appointments of a patient for whom it may act. From the clinic's age on, whoever acted
-- before sees nothing until the patient has agreed, and may still book.
CREATE OR REPLACE FUNCTION tie_sees(relation text, of_patient text, made_at timestamptz, agreed_at timestamptz)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  adult_on date;
BEGIN
  IF relation = 'self' OR agreed_at IS NOT NULL THEN
    RETURN true;
  END IF;
  SELECT birth_date + make_interval(years => adult_age) INTO adult_on FROM patient, clinic WHERE patient.id = of_patient;
  RETURN adult_on IS NULL OR adult_on > clinic_today() OR made_at::date >= adult_on;
END $$;
--> statement-breakpoint
-- Makes two records of one again, as they were before merge_patient(). Appointments that were moved or cancelled
-- meanwhile stay so, and so do values that somebody has changed. Returns false, and changes nothing, if something new
-- refers to the kept record, if it was erased or merged, or if this was undone already or what it needs is gone.
CREATE OR REPLACE FUNCTION undo_merge(join_id uuid, undone_by_email text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  former text;
  kept text;
  undo jsonb;
  merged_at timestamptz;
  original record;
BEGIN
  SELECT j.former_id, j.kept_id, j.undo, j.made_at INTO former, kept, undo, merged_at FROM patient_join AS j
  WHERE j.id = join_id AND j.undone_at IS NULL AND j.undo IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- The bookings before the persons, in the order of every other transaction.
  PERFORM FROM booking WHERE patient_id = kept ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (former, kept) ORDER BY id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM patient WHERE id = former AND merged_into = kept AND erased_at IS NULL)
    OR NOT EXISTS (SELECT FROM patient WHERE id = kept AND merged_into IS NULL AND erased_at IS NULL) THEN
    RETURN false;
  END IF;
  IF EXISTS (
    SELECT id::text FROM booking WHERE patient_id = kept
    UNION ALL SELECT id::text FROM payment_intent WHERE patient_id = kept
    UNION ALL SELECT id::text FROM waiting_entry WHERE patient_id = kept
    UNION ALL SELECT id::text FROM text_consent WHERE patient_id = kept
    UNION ALL SELECT id::text FROM patient_user WHERE patient_id = kept
    EXCEPT SELECT known ->> 'id' FROM jsonb_path_query(undo, '$.keyvalue() ? (@.key != "records").value[*]') AS known
  ) THEN
    RETURN false;
  END IF;

  UPDATE patient SET merged_into = NULL WHERE id = former;
  UPDATE patient SET merged_into = former WHERE id IN (SELECT jsonb_array_elements_text(nullif(undo -> 'led', 'null')));
  -- A value that is still as the merge left it is what it was before.
  FOR original IN
    SELECT (jsonb_populate_record(NULL::patient, to_jsonb(now_is) || (
      SELECT coalesce(jsonb_object_agg(key, was -> key), '{}') FROM jsonb_object_keys(was) AS key
      WHERE to_jsonb(now_is) -> key IS NOT DISTINCT FROM undo -> 'after' -> key
    ))).*
    FROM jsonb_array_elements(undo -> 'records') AS was JOIN patient AS now_is ON now_is.id = was ->> 'id'
    WHERE was ->> 'id' = kept
  LOOP
    UPDATE patient SET
      (name, birth_date, email, language, contact, notes, created_at, recalls_stopped_at, recalls_snoozed_until, died_at) =
      (original.name, original.birth_date, original.email, original.language, original.contact, original.notes,
        original.created_at, original.recalls_stopped_at, original.recalls_snoozed_until, original.died_at)
    WHERE id = kept;
  END LOOP;

  UPDATE booking SET patient_id = former
  FROM merge_rows(undo, 'bookings', former) AS was WHERE booking.id = (was ->> 'id')::uuid;
  -- The flags last: they exempt from constraints that each of the two records meets by itself.
  UPDATE booking SET overridden = (was ->> 'overridden')::boolean, override_reason = was ->> 'override_reason',
    second_that_day = (was ->> 'second_that_day')::boolean
  FROM merge_rows(undo, 'bookings', former) AS was
  WHERE booking.id = (was ->> 'id')::uuid
    AND (overridden, second_that_day) IS DISTINCT FROM ((was ->> 'overridden')::boolean, (was ->> 'second_that_day')::boolean);
  UPDATE payment_intent SET patient_id = former
  FROM merge_rows(undo, 'payments', former) AS was WHERE payment_intent.id = was ->> 'id';
  UPDATE text_message SET patient_id = former
  FROM merge_rows(undo, 'bookings', former) AS was WHERE text_message.booking_id = (was ->> 'id')::uuid;
  INSERT INTO recall SELECT (jsonb_populate_record(NULL::recall, was)).* FROM merge_rows(undo, 'recalls', former) AS was
  ON CONFLICT (id) DO UPDATE SET patient_id = former;
  UPDATE waiting_entry SET patient_id = former
  FROM merge_rows(undo, 'waiting', former) AS was WHERE waiting_entry.id = (was ->> 'id')::uuid;
  UPDATE waiting_entry SET ended_at = NULL, end_reason = NULL
  FROM jsonb_array_elements(nullif(undo -> 'waiting', 'null')) AS was
  WHERE waiting_entry.id = (was ->> 'id')::uuid AND was ->> 'ended_at' IS NULL AND waiting_entry.ended_at = merged_at;
  INSERT INTO waiting_offer SELECT (jsonb_populate_record(NULL::waiting_offer, was)).* FROM merge_rows(undo, 'offers', former) AS was
  ON CONFLICT (id) DO UPDATE SET patient_id = former;
  UPDATE text_consent SET patient_id = former
  FROM merge_rows(undo, 'consents', former) AS was WHERE text_consent.id = (was ->> 'id')::uuid;
  UPDATE text_consent SET ended_at = NULL, ended_by = NULL
  FROM merge_rows(undo, 'consents', former) AS was
  WHERE text_consent.id = (was ->> 'id')::uuid AND was ->> 'ended_at' IS NULL AND text_consent.ended_at = merged_at;

  -- Numbers that the kept record had itself, or got since, stay there.
  DELETE FROM patient_phone USING merge_rows(undo, 'phones', former) AS was
  WHERE patient_phone.patient_id = kept AND patient_phone.digits = was ->> 'digits'
    AND NOT EXISTS (SELECT FROM merge_rows(undo, 'phones', kept) AS own WHERE own ->> 'digits' = was ->> 'digits');
  INSERT INTO patient_phone SELECT (jsonb_populate_record(NULL::patient_phone, was)).* FROM merge_rows(undo, 'phones', former) AS was
  ON CONFLICT DO NOTHING;

  -- A tie that ended meanwhile stays ended. An account that acted for both acts for both again.
  PERFORM set_config('clinic.moves_ties', 'on', true);
  DELETE FROM patient_user USING merge_rows(undo, 'ties', former) AS was
  WHERE patient_user.id = (was ->> 'id')::uuid AND patient_user.patient_id = kept;
  INSERT INTO patient_user SELECT (jsonb_populate_record(NULL::patient_user, was)).*
  FROM merge_rows(undo, 'ties', former) AS was WHERE EXISTS (SELECT FROM "user" WHERE id = was ->> 'user_id')
  ON CONFLICT DO NOTHING;
  PERFORM set_config('clinic.moves_ties', '', true);
  UPDATE patient SET email = "user".email FROM patient_user JOIN "user" ON "user".id = user_id
  WHERE patient.id IN (former, kept) AND patient_id = patient.id AND relation = 'self' AND patient.email IS DISTINCT FROM "user".email;
  UPDATE patient_join AS j SET undone_at = now(), undone_by = undone_by_email, undo = NULL WHERE j.id = join_id;
  RETURN true;
END $$;
--> statement-breakpoint
-- Numbers that were stopped, and whose holders have not agreed to text messages since.
INSERT INTO text_stop (phone, stopped_at)
  SELECT phone, max(ended_at) FROM text_consent WHERE ended_by = 'stop' GROUP BY phone
  HAVING NOT EXISTS (SELECT FROM text_consent AS later WHERE later.phone = text_consent.phone AND later.ended_at IS NULL);
--> statement-breakpoint
-- The digits as they are read now. Of two numbers with the same ones the later stays.
DELETE FROM patient_phone AS older USING patient_phone AS newer
  WHERE newer.patient_id = older.patient_id AND newer.digits <> older.digits
    AND phone_digits(newer.number) = phone_digits(older.number)
    AND (older.created_at, older.digits) < (newer.created_at, newer.digits);
--> statement-breakpoint
-- In two steps, because the new digits of one number can be the old ones of another.
UPDATE patient_phone SET digits = '#' || phone_digits(number) WHERE digits <> phone_digits(number);
--> statement-breakpoint
UPDATE patient_phone SET digits = substr(digits, 2) WHERE digits LIKE '#%';
