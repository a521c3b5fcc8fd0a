CREATE TABLE "demo_patient" (
	"patient_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "sending" ADD COLUMN "mail_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_patient" ADD CONSTRAINT "demo_patient_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-message', 'change-outside-service', 'change-time-zone', 'set-up-clinic', 'fill-demo', 'empty-demo', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-block', 'change-block', 'remove-block', 'keep-doctor', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'ask-to-choose', 'call-patient', 'list-calls', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'undo-merge', 'give-record-code', 'note-death', 'remove-death', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'join-waiting-list', 'leave-waiting-list', 'read-waiting-list', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'list-recalls', 'call-recall', 'snooze-recalls', 'stop-recalls', 'start-recalls', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'ask-email-change', 'withdraw-email-change', 'change-email', 'add-person', 'share-person', 'accept-access', 'agree-access', 'end-access', 'this-is-me', 'remove-second-factor', 'read-audit'));
--> statement-breakpoint
-- Only a patient of whom nobody knows anything yet can be an invented one: nothing of a real patient is deleted with the
-- demo (docs/decisions/0117).
CREATE OR REPLACE FUNCTION admit_invented() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM booking WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM payment_intent WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM patient_user WHERE patient_id = NEW.patient_id)
    OR EXISTS (SELECT FROM patient WHERE merged_into = NEW.patient_id)
  THEN
    RAISE EXCEPTION 'patient % is not invented', NEW.patient_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER demo_patient_admitted BEFORE INSERT OR UPDATE ON demo_patient
  FOR EACH ROW EXECUTE FUNCTION admit_invented();
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
    WHEN EXISTS (SELECT FROM demo_patient WHERE patient_id = for_patient) THEN 'invented'
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
-- Takes the invented patients away with all that is about them, in the order of docs/decisions/0096, and returns how many
-- there were. Days that counted their money are open again. The audit trail stays.
CREATE OR REPLACE FUNCTION empty_demo() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  invented integer;
BEGIN
  PERFORM FROM booking WHERE patient_id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  -- Nobody books for them any more.
  PERFORM FROM booking WHERE patient_id IN (SELECT patient_id FROM demo_patient) ORDER BY id FOR UPDATE;
  PERFORM FROM till FOR UPDATE;

  DELETE FROM day_close WHERE date >= (
    SELECT min(least(payment.day, refund_entry.day)) FROM demo_patient JOIN booking USING (patient_id)
      JOIN payment ON booking_id = booking.id
      LEFT JOIN refund ON payment_id = payment.id LEFT JOIN refund_entry ON refund_id = refund.id
  );
  DELETE FROM payment_ledger USING payment_intent JOIN demo_patient USING (patient_id)
    WHERE intent_id = payment_intent.id;
  DELETE FROM refund_entry USING refund JOIN payment ON payment.id = payment_id JOIN booking ON booking.id = booking_id
      JOIN demo_patient USING (patient_id)
    WHERE refund_id = refund.id;
  DELETE FROM charge USING booking JOIN demo_patient USING (patient_id) WHERE booking_id = booking.id;
  DELETE FROM refund USING payment JOIN booking ON booking.id = booking_id JOIN demo_patient USING (patient_id)
    WHERE payment_id = payment.id;
  DELETE FROM refund USING payment_intent JOIN demo_patient USING (patient_id) WHERE intent_id = payment_intent.id;
  DELETE FROM payment USING booking JOIN demo_patient USING (patient_id) WHERE booking_id = booking.id;
  DELETE FROM payment_intent USING demo_patient WHERE payment_intent.patient_id = demo_patient.patient_id;
  DELETE FROM recall USING demo_patient WHERE recall.patient_id = demo_patient.patient_id;
  DELETE FROM booking USING demo_patient WHERE booking.patient_id = demo_patient.patient_id;
  DELETE FROM mail USING patient JOIN demo_patient ON patient_id = patient.id
    WHERE recipient = patient.email AND NOT EXISTS (SELECT FROM "user" WHERE "user".email = recipient);
  DELETE FROM patient USING demo_patient WHERE patient.id = demo_patient.patient_id;
  GET DIAGNOSTICS invented = ROW_COUNT;

  -- Receipts are numbered without gaps: the next one follows the last that is left.
  UPDATE till SET closed_through = (SELECT max(date) FROM day_close),
    (receipt_year, receipt_count) = (
      SELECT coalesce(max(payment.receipt_year), 0), coalesce(max(payment.receipt_count), 0) FROM payment
      WHERE payment.receipt_year = (SELECT max(receipt_year) FROM payment)
    );
  RETURN invented;
END $$;
--> statement-breakpoint
-- An invented patient is a real one from the moment in which their record and a real patient's become one, or in which it
-- is an account's own: the demo does not take it away any more.
CREATE OR REPLACE FUNCTION end_invention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'patient_user' THEN
    DELETE FROM demo_patient WHERE patient_id = NEW.patient_id;
  ELSIF (SELECT count(*) FROM demo_patient WHERE patient_id IN (NEW.id, NEW.merged_into)) < 2 THEN
    DELETE FROM demo_patient WHERE patient_id IN (NEW.id, NEW.merged_into);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER patient_merged_is_real AFTER UPDATE OF merged_into ON patient
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION end_invention();
CREATE OR REPLACE TRIGGER patient_user_is_real AFTER INSERT OR UPDATE OF relation, patient_id ON patient_user
  FOR EACH ROW WHEN (NEW.relation = 'self') EXECUTE FUNCTION end_invention();
--> statement-breakpoint
-- Whether no patient has died whom an email is about, or was invented by the demo: that of its appointment, payment,
-- invitation or offer, or whoever has the address of a link to make an account. `payment` has the id of an intent or, at
-- the desk, of a payment.
CREATE OR REPLACE FUNCTION is_mail_for_living(kind text, recipient text, details jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  paid text := details -> 'payment' ->> 'transactionId';
BEGIN
  IF kind = 'claim-account' THEN
    RETURN NOT EXISTS (SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
        WHERE email = recipient AND (died_at IS NOT NULL OR patient_id IS NOT NULL))
      OR EXISTS (SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
        WHERE email = recipient AND died_at IS NULL AND merged_into IS NULL AND patient_id IS NULL);
  END IF;
  -- Apart, because a plan for all of it at once can read every appointment.
  IF paid IS NOT NULL AND EXISTS (
    SELECT FROM payment JOIN booking ON booking.id = booking_id JOIN patient ON patient.id = booking.patient_id
      LEFT JOIN demo_patient ON demo_patient.patient_id = patient.id
    WHERE (died_at IS NOT NULL OR demo_patient.patient_id IS NOT NULL)
      AND (intent_id = paid OR payment.id = CASE WHEN paid ~ '^[0-9a-f-]{36}$' THEN paid::uuid END)
  ) THEN
    RETURN false;
  END IF;
  RETURN NOT EXISTS (
    SELECT FROM patient LEFT JOIN demo_patient ON patient_id = id
    WHERE (died_at IS NOT NULL OR patient_id IS NOT NULL) AND id IN (
      SELECT patient_id FROM booking WHERE booking.id = nullif(details -> 'appointment' ->> 'id', '')::uuid
      UNION ALL SELECT patient_id FROM recall WHERE recall.id = (details ->> 'recallId')::uuid
      UNION ALL SELECT patient_id FROM waiting_offer WHERE waiting_offer.id = (details -> 'offer' ->> 'id')::uuid
    )
  );
END $$;
--> statement-breakpoint
-- The money that came in and went out, and the days that were closed, are never deleted, except for what is about
-- patients whom the demo has invented (docs/decisions/0117). A closed day that counted their money goes, and so do those
-- closed after it, because days are closed in order.
CREATE OR REPLACE FUNCTION keep_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_invented boolean;
BEGIN
  IF TG_TABLE_NAME = 'payment' THEN
    of_invented := EXISTS (
      SELECT FROM booking JOIN demo_patient USING (patient_id) WHERE booking.id = OLD.booking_id
    );
  ELSIF TG_TABLE_NAME = 'refund_entry' THEN
    of_invented := EXISTS (
      SELECT FROM refund JOIN payment ON payment.id = payment_id JOIN booking ON booking.id = booking_id
        JOIN demo_patient USING (patient_id) WHERE refund.id = OLD.refund_id
    );
  ELSIF TG_TABLE_NAME = 'payment_ledger' THEN
    of_invented := EXISTS (
      SELECT FROM payment_intent JOIN demo_patient USING (patient_id) WHERE payment_intent.id = OLD.intent_id
    );
  ELSE
    of_invented := EXISTS (
      SELECT FROM demo_patient JOIN booking USING (patient_id) JOIN payment ON booking_id = booking.id
        LEFT JOIN refund ON payment_id = payment.id LEFT JOIN refund_entry ON refund_id = refund.id
      WHERE payment.day <= OLD.date OR refund_entry.day <= OLD.date
    );
  END IF;
  IF NOT of_invented THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER payment_deleted BEFORE DELETE ON payment
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER refund_entry_deleted BEFORE DELETE ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER payment_ledger_deleted BEFORE DELETE ON payment_ledger
  FOR EACH ROW EXECUTE FUNCTION keep_money();
CREATE OR REPLACE TRIGGER day_close_deleted BEFORE DELETE ON day_close
  FOR EACH ROW EXECUTE FUNCTION keep_money();
--> statement-breakpoint
-- Gives a payment its day of the till and the next number of a receipt. A transaction that fails takes its number back,
-- so that there are no gaps. A year never ends twice, also if the clock is set back.
CREATE OR REPLACE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM booking WHERE id = NEW.booking_id FOR UPDATE;
  NEW.day := till_day();
  IF NEW.taken_at < now() AND EXISTS (
    SELECT FROM booking JOIN demo_patient USING (patient_id) WHERE booking.id = NEW.booking_id
  ) THEN
    NEW.day := (
      SELECT greatest((NEW.taken_at AT TIME ZONE clinic.time_zone)::date, closed_through + 1) FROM clinic, till
    );
  END IF;
  UPDATE till SET receipt_year = greatest(receipt_year, extract(year FROM NEW.day)::integer),
      receipt_count = CASE WHEN extract(year FROM NEW.day) > receipt_year THEN 1 ELSE receipt_count + 1 END
    RETURNING receipt_year, receipt_count INTO NEW.receipt_year, NEW.receipt_count;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_numbered BEFORE INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION number_payment();
--> statement-breakpoint
-- A table that is only appended to. Rows about the money of invented patients go with them (keep_money.sql).
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_kept BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_ledger_kept BEFORE UPDATE OR TRUNCATE ON payment_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_not_deleted BEFORE TRUNCATE ON payment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER refund_entry_kept BEFORE UPDATE OR TRUNCATE ON refund_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER day_close_kept BEFORE UPDATE OR TRUNCATE ON day_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Notes for the reports that a payment came in, was voided, or went with its invented patient. Its appointment's
-- treatment and dentist can't change meanwhile: payment_summed, which runs before, has locked the appointment.
CREATE OR REPLACE FUNCTION report_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid payment := coalesce(NEW, OLD);
BEGIN
  INSERT INTO report_change SELECT figures.* FROM booking CROSS JOIN LATERAL money_figures('taken', paid.day,
      CASE WHEN TG_OP = 'INSERT' THEN paid.amount ELSE -paid.amount END, paid.method, treatment_id, doctor_id) AS figures
    WHERE booking.id = paid.booking_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_to_report AFTER INSERT ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NULL) EXECUTE FUNCTION report_payment();
CREATE OR REPLACE TRIGGER payment_voided_to_report AFTER UPDATE OF voided_at ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NOT NULL AND OLD.voided_at IS NULL) EXECUTE FUNCTION report_payment();
CREATE OR REPLACE TRIGGER payment_deleted_to_report AFTER DELETE ON payment
  FOR EACH ROW WHEN (OLD.voided_at IS NULL) EXECUTE FUNCTION report_payment();
--> statement-breakpoint
-- Notes for the reports that a refund of a payment has arrived, came back, or went with its invented patient. Its
-- appointment's treatment and dentist can't change meanwhile: the triggers that sum the money run before, and have locked
-- the appointment.
CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry refund_entry := coalesce(NEW, OLD);
  cents integer := CASE WHEN TG_OP = 'DELETE' THEN -entry.amount ELSE entry.amount END;
BEGIN
  INSERT INTO report_change SELECT figures.* FROM refund
    JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id
    CROSS JOIN LATERAL money_figures('refunded', entry.day, cents, refund.method, treatment_id, doctor_id) AS figures
    WHERE refund.id = entry.refund_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_to_report AFTER INSERT ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
CREATE OR REPLACE TRIGGER refund_deleted_to_report AFTER DELETE ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
