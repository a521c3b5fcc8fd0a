CREATE TABLE "sending" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"emails" boolean NOT NULL,
	"texts" boolean NOT NULL,
	CONSTRAINT "sending_once" CHECK ("sending"."only")
);
--> statement-breakpoint
ALTER TABLE "text_consent" DROP CONSTRAINT "text_consent_ender_known";--> statement-breakpoint
ALTER TABLE "waiting_entry" DROP CONSTRAINT "waiting_entry_end_known";--> statement-breakpoint
CREATE INDEX "patient_died" ON "patient" USING btree ("id") WHERE "patient"."died_at" is not null;--> statement-breakpoint
ALTER TABLE "text_consent" ADD CONSTRAINT "text_consent_ender_known" CHECK ("text_consent"."ended_by" in ('patient', 'stop', 'staff', 'access-ended', 'died'));--> statement-breakpoint
ALTER TABLE "waiting_entry" ADD CONSTRAINT "waiting_entry_end_known" CHECK ("waiting_entry"."end_reason" in ('left', 'removed', 'booked', 'moved', 'cancelled', 'passed', 'treatment-retired', 'merged', 'access-ended', 'died'));
--> statement-breakpoint
DROP FUNCTION recall_recipient CASCADE;
--> statement-breakpoint
-- A booking goes to the record that its patient's was merged into, and nobody can book for a patient who has died or is
-- being erased. merge_patient() and an erasure (server/privacy/erasure/erasure.ts) lock the row of the patient first.
CREATE OR REPLACE FUNCTION admit_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  LOOP
    SELECT erased_at, merged_into, died_at INTO found FROM patient WHERE id = NEW.patient_id FOR KEY SHARE;
    IF found.erased_at IS NOT NULL THEN
      RETURN NULL;
    END IF;
    EXIT WHEN found.merged_into IS NULL;
    NEW.patient_id := found.merged_into;
  END LOOP;
  IF found.died_at IS NOT NULL THEN
    PERFORM require_living(NEW.patient_id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_of_a_person BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_patient();
--> statement-breakpoint
-- By which means a patient is reached for a reason ('appointment', 'change' by the clinic, 'price', 'money', 'recall',
-- 'offer' or 'account'): {means, address, email}, or {because, email} if they can only be called. `email` is the address
-- that they have, empty without one. `text_failed`: a text message has not reached them.
CREATE OR REPLACE FUNCTION contact_of(for_patient text, booked_by text, reason text, text_failed boolean)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  person record;
  address text;
  because text;
BEGIN
  SELECT contact, died_at, erased_at, coalesce(emails, true) AS has_mail,
    CASE WHEN contact = 'sms' AND reason IN ('appointment', 'change') AND coalesce(texts, true) AND NOT text_failed THEN (
      SELECT phone FROM text_consent WHERE patient_id = for_patient AND ended_at IS NULL
    ) END AS number
    INTO person FROM patient LEFT JOIN sending ON true WHERE patient.id = for_patient;
  address := recipient_of(for_patient, CASE WHEN reason <> 'recall' THEN booked_by ELSE (
    SELECT booking.booked_by FROM booking WHERE patient_id = for_patient AND status IN ('arrived', 'done')
    ORDER BY starts_at DESC LIMIT 1
  ) END);
  because := CASE
    WHEN person.erased_at IS NOT NULL THEN 'erased'
    WHEN person.died_at IS NOT NULL THEN 'died'
    -- The law asks for a receipt, and no call replaces it.
    WHEN person.contact = 'none' AND reason <> 'money' THEN 'wants-nothing'
    WHEN person.contact = 'phone' AND reason <> 'money' THEN 'wants-call'
    -- Whoever wants text messages has agreed to those about their appointments only.
    WHEN person.contact = 'sms' AND reason = 'recall' THEN 'wants-texts'
    WHEN person.number IS NOT NULL THEN NULL
    WHEN address = '' THEN 'no-email'
    WHEN reason IN ('recall', 'offer') AND NOT EXISTS (
      SELECT FROM "user" WHERE email = address AND email_verified
    ) THEN 'not-confirmed'
    WHEN NOT person.has_mail THEN 'no-mail-server'
  END;
  RETURN CASE
    WHEN because IS NOT NULL THEN jsonb_build_object('because', because, 'email', address)
    WHEN person.number IS NOT NULL THEN jsonb_build_object('means', 'sms', 'address', person.number, 'email', address)
    ELSE jsonb_build_object('means', 'email', 'address', address, 'email', address)
  END;
END $$;
--> statement-breakpoint
-- Ends what a patient waits for once staff note that they have died: earlier times and their offers, invitations, text
-- messages, and the code for their record. Recalls come back if that is taken back (server/recall/due-store.ts).
-- merge_patient() sets the column too, after it has moved what another record waits for.
CREATE OR REPLACE FUNCTION end_with_death() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_offer SET state = 'ended', state_at = now() WHERE patient_id = NEW.id AND state = 'open';
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'died' WHERE patient_id = NEW.id AND ended_at IS NULL;
  UPDATE recall SET closed_at = now() WHERE patient_id = NEW.id AND closed_at IS NULL;
  UPDATE text_consent SET ended_at = now(), ended_by = 'died' WHERE patient_id = NEW.id AND ended_at IS NULL;
  DELETE FROM record_code WHERE patient_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER patient_died AFTER UPDATE OF died_at ON patient
  FOR EACH ROW WHEN (NEW.died_at IS NOT NULL)
  EXECUTE FUNCTION end_with_death();
--> statement-breakpoint
-- Whether no patient has died whom an email is about: that of its appointment, payment, invitation or offer, or whoever
-- has the address of a link to make an account. `payment` has the id of an intent or, at the desk, of a payment.
CREATE OR REPLACE FUNCTION is_mail_for_living(kind text, recipient text, details jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  paid text := details -> 'payment' ->> 'transactionId';
BEGIN
  IF kind = 'claim-account' THEN
    RETURN NOT EXISTS (SELECT FROM patient WHERE email = recipient AND died_at IS NOT NULL)
      OR EXISTS (SELECT FROM patient WHERE email = recipient AND died_at IS NULL AND merged_into IS NULL);
  END IF;
  RETURN NOT EXISTS (
    SELECT FROM patient WHERE died_at IS NOT NULL AND id IN (
      SELECT patient_id FROM booking WHERE booking.id = nullif(details -> 'appointment' ->> 'id', '')::uuid
      UNION ALL SELECT patient_id FROM booking JOIN payment ON payment.booking_id = booking.id
        WHERE payment.intent_id = paid OR payment.id = CASE WHEN paid ~ '^[0-9a-f-]{36}$' THEN paid::uuid END
      UNION ALL SELECT patient_id FROM recall WHERE recall.id = (details ->> 'recallId')::uuid
      UNION ALL SELECT patient_id FROM waiting_offer WHERE waiting_offer.id = (details -> 'offer' ->> 'id')::uuid
    )
  );
END $$;
--> statement-breakpoint
-- Nothing is added to the record of a patient who has died. merge_patient() and undo_merge() move what is there.
CREATE OR REPLACE FUNCTION keep_record_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.moves_ties', true), '') <> 'on' THEN
    PERFORM require_living(NEW.patient_id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER patient_user_of_living BEFORE INSERT ON patient_user
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER record_code_of_living BEFORE INSERT ON record_code
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER text_consent_of_living BEFORE INSERT ON text_consent
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
CREATE OR REPLACE TRIGGER waiting_entry_of_living BEFORE INSERT ON waiting_entry
  FOR EACH ROW EXECUTE FUNCTION keep_record_closed();
--> statement-breakpoint
-- Refuses a change of the record of a patient who has died, which is closed until the desk takes that back. The answer
-- is in server/http/closed-record.ts. The lock makes it wait for whoever notes the death, who locks the row FOR UPDATE.
CREATE OR REPLACE FUNCTION require_living(for_patient text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  person record;
BEGIN
  SELECT name, died_at INTO person FROM patient WHERE id = for_patient FOR KEY SHARE;
  IF person.died_at IS NOT NULL THEN
    RAISE EXCEPTION 'the record of a patient who has died is closed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'record_open', DETAIL = person.name;
  END IF;
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
  acting text[];
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
  WHERE waiting_entry.id = (was ->> 'id')::uuid AND was ->> 'ended_at' IS NULL AND waiting_entry.ended_at = merged_at
    AND waiting_entry.end_reason <> 'access-ended';
  INSERT INTO waiting_offer SELECT (jsonb_populate_record(NULL::waiting_offer, was)).* FROM merge_rows(undo, 'offers', former) AS was
  ON CONFLICT (id) DO UPDATE SET patient_id = former;
  UPDATE text_consent SET patient_id = former
  FROM merge_rows(undo, 'consents', former) AS was WHERE text_consent.id = (was ->> 'id')::uuid;
  UPDATE text_consent SET ended_at = NULL, ended_by = NULL
  FROM merge_rows(undo, 'consents', former) AS was
  WHERE text_consent.id = (was ->> 'id')::uuid AND was ->> 'ended_at' IS NULL AND text_consent.ended_at = merged_at
    AND text_consent.ended_by <> 'access-ended';

  -- Numbers that the kept record had itself, or got since, stay there.
  DELETE FROM patient_phone USING merge_rows(undo, 'phones', former) AS was
  WHERE patient_phone.patient_id = kept AND patient_phone.digits = was ->> 'digits'
    AND NOT EXISTS (SELECT FROM merge_rows(undo, 'phones', kept) AS own WHERE own ->> 'digits' = was ->> 'digits');
  INSERT INTO patient_phone SELECT (jsonb_populate_record(NULL::patient_phone, was)).* FROM merge_rows(undo, 'phones', former) AS was
  ON CONFLICT DO NOTHING;

  -- A tie that ended meanwhile stays ended. An account that acted for both acts for both again.
  acting := array(SELECT user_id FROM patient_user WHERE patient_id = kept);
  PERFORM set_config('clinic.moves_ties', 'on', true);
  UPDATE patient_user SET relation = was ->> 'relation', way = was ->> 'way', made_by = was ->> 'made_by'
  FROM merge_rows(undo, 'ties', kept) AS was
  WHERE patient_user.id = (was ->> 'id')::uuid AND relation = 'self' AND was ->> 'relation' <> 'self' AND EXISTS (
    SELECT FROM merge_rows(undo, 'ties', former) AS own
    WHERE own ->> 'user_id' = was ->> 'user_id' AND own ->> 'relation' = 'self'
  );
  DELETE FROM patient_user USING merge_rows(undo, 'ties', former) AS was
  WHERE patient_user.id = (was ->> 'id')::uuid AND patient_user.patient_id = kept;
  INSERT INTO patient_user SELECT (jsonb_populate_record(NULL::patient_user, was)).*
  FROM merge_rows(undo, 'ties', former) AS was WHERE was ->> 'user_id' = ANY (acting)
  ON CONFLICT DO NOTHING;
  PERFORM set_config('clinic.moves_ties', '', true);
  -- Nor does an account wait for somebody for whom it stopped acting meanwhile.
  UPDATE waiting_entry SET ended_at = now(), end_reason = 'access-ended'
  WHERE patient_id IN (former, kept) AND ended_at IS NULL AND joined_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM patient_user WHERE patient_user.patient_id = waiting_entry.patient_id AND user_id = joined_by
  );
  UPDATE patient SET email = "user".email FROM patient_user JOIN "user" ON "user".id = user_id
  WHERE patient.id IN (former, kept) AND patient_id = patient.id AND relation = 'self' AND patient.email IS DISTINCT FROM "user".email;
  UPDATE patient_join AS j SET undone_at = now(), undone_by = undone_by_email, undo = NULL WHERE j.id = join_id;
  RETURN true;
END $$;
