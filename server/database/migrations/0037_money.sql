CREATE TABLE "charge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"amount" integer NOT NULL,
	"refund_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"made_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by" text,
	CONSTRAINT "charge_kind_known" CHECK ("charge"."kind" in ('treatment', 'no-show', 'credit')),
	CONSTRAINT "charge_credit_negative" CHECK (case when "charge"."kind" = 'credit' then "charge"."amount" < 0 else "charge"."amount" >= 0 end),
	CONSTRAINT "charge_reason_length" CHECK (length("charge"."reason") <= 200)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount" integer NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"intent_id" text,
	"taken_by" text,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"day" date DEFAULT current_date NOT NULL,
	"receipt_year" integer DEFAULT 0 NOT NULL,
	"receipt_count" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by" text,
	"void_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount" > 0),
	CONSTRAINT "payment_method_known" CHECK ("payment"."method" in ('card-online', 'terminal', 'cash', 'transfer', 'insurer')),
	CONSTRAINT "payment_intent_of_card" CHECK ("payment"."intent_id" is null or "payment"."method" = 'card-online'),
	CONSTRAINT "payment_reference_length" CHECK (length("payment"."reference") <= 100),
	CONSTRAINT "payment_void_reason_length" CHECK (length("payment"."void_reason") <= 200),
	CONSTRAINT "payment_refunded_within_amount" CHECK ("payment"."refunded" between 0 and "payment"."amount"),
	CONSTRAINT "payment_voided_whole" CHECK ("payment"."voided_at" is null or ("payment"."refunded" = 0 and "payment"."method" <> 'card-online'))
);
--> statement-breakpoint
CREATE TABLE "day_close" (
	"date" date PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"expected" jsonb NOT NULL,
	"counted" jsonb NOT NULL,
	"difference" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_close_in_order" CHECK ("day_close"."first_day" <= "day_close"."date"),
	CONSTRAINT "day_close_note_length" CHECK (length("day_close"."note") <= 200)
);
--> statement-breakpoint
CREATE TABLE "refund_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"refund_id" uuid NOT NULL,
	"day" date NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "till" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"closed_through" date,
	"receipt_year" integer DEFAULT 0 NOT NULL,
	"receipt_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "till_once" CHECK ("till"."only")
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT "booking_cancel_refund_within_price";--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT "booking_refund_within_payment";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
DROP INDEX "payment_intent_settled_once";--> statement-breakpoint
ALTER TABLE "refund" ALTER COLUMN "intent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "credited" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "owed" integer GENERATED ALWAYS AS (price - credited - received + refunding + refunded) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "no_show_fee_dollars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic" ADD COLUMN "tax_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "method" text DEFAULT 'card-online' NOT NULL;--> statement-breakpoint
INSERT INTO charge (booking_id, kind, words, amount, made_at) SELECT id, 'treatment', treatment, price, created_at FROM booking;
--> statement-breakpoint
INSERT INTO payment (id, booking_id, method, amount, reference, intent_id, taken_at, day, receipt_year, receipt_count, refunded)
  SELECT gen_random_uuid(), booking.id, 'card-online', booking.price,
    CASE WHEN payment_intent.id IS NULL THEN transaction_id ELSE '' END, payment_intent.id, paid_at, paid.day,
    extract(year FROM paid.day), row_number() OVER (PARTITION BY extract(year FROM paid.day) ORDER BY paid_at, booking.id),
    refunding + booking.refunded
  FROM booking
  LEFT JOIN payment_intent ON payment_intent.id = transaction_id
  CROSS JOIN LATERAL (SELECT (paid_at AT TIME ZONE coalesce((SELECT time_zone FROM clinic), 'UTC'))::date AS day) AS paid
  WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
UPDATE refund SET payment_id = payment.id FROM payment WHERE payment.intent_id = refund.intent_id;
--> statement-breakpoint
INSERT INTO refund_entry (refund_id, day, amount, at)
  SELECT id, (succeeded_at AT TIME ZONE coalesce((SELECT time_zone FROM clinic), 'UTC'))::date, amount, succeeded_at
  FROM refund WHERE payment_id IS NOT NULL AND state = 'succeeded';
--> statement-breakpoint
INSERT INTO charge (booking_id, kind, words, amount, refund_id, made_by, made_at)
  SELECT booking_id, 'credit', 'Refund', -refund.amount, refund.id, requested_by, refund.created_at
  FROM refund JOIN payment ON payment.id = refund.payment_id WHERE state <> 'void';
--> statement-breakpoint
INSERT INTO charge (booking_id, kind, words, amount, made_at)
  SELECT id, 'credit', 'Cancelled', -price, cancelled_at FROM booking
  WHERE status = 'cancelled' AND transaction_id IS NULL AND price > 0;
--> statement-breakpoint
UPDATE booking SET received = price, credited = refunding + refunded WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
UPDATE booking SET credited = price WHERE status = 'cancelled' AND transaction_id IS NULL;
--> statement-breakpoint
-- The till begins today: what came in before was never counted.
INSERT INTO till (closed_through, receipt_year, receipt_count)
  SELECT CASE WHEN count(*) > 0 THEN (now() AT TIME ZONE coalesce((SELECT time_zone FROM clinic), 'UTC'))::date - 1 END,
    coalesce(max(receipt_year), 0), count(*) FILTER (WHERE receipt_year = newest)
  FROM (SELECT receipt_year, max(receipt_year) OVER () AS newest FROM payment) AS numbered;
--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_intent_id_payment_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intent"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_once" ON "charge" USING btree ("booking_id") WHERE "charge"."kind" <> 'credit' and "charge"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "charge_of_booking" ON "charge" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "charge_of_refund" ON "charge" USING btree ("refund_id") WHERE "charge"."refund_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipt_once" ON "payment" USING btree ("receipt_year","receipt_count");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_of_intent_once" ON "payment" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_of_booking" ON "payment" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payment_by_day" ON "payment" USING btree ("day");--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_owed" ON "booking" USING btree ("starts_at") WHERE "booking"."owed" > 0;--> statement-breakpoint
CREATE INDEX "refund_of_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "refund_entry" ADD CONSTRAINT "refund_entry_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_entry_of_refund" ON "refund_entry" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_entry_by_day" ON "refund_entry" USING btree ("day");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'take-payment', 'void-payment', 'refund-payment', 'change-price', 'charge-no-show', 'change-booked-treatment', 'send-receipt', 'close-day', 'export-books', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_owed_not_negative" CHECK ("booking"."owed" >= 0);--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_cancel_refund_within_payment" CHECK ("booking"."cancel_refund" between 0 and "booking"."received" and ("booking"."cancel_refund" = 0 or "booking"."status" = 'cancelled'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_refund_within_payment" CHECK ("booking"."refunding" >= 0 and "booking"."refunded" >= 0 and "booking"."refunding" + "booking"."refunded" <= "booking"."received");--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD CONSTRAINT "clinic_policy_no_show_fee" CHECK ("clinic_policy"."no_show_fee_dollars" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "clinic" ADD CONSTRAINT "clinic_tax_id_length" CHECK (length("clinic"."tax_id") <= 40);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed', 'absence-decided', 'price-changed'));--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_method_known" CHECK ("refund"."method" in ('card-online', 'terminal', 'cash', 'transfer', 'insurer'));--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_of_something" CHECK ("refund"."payment_id" is not null or "refund"."intent_id" is not null);--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_at_provider" CHECK ("refund"."intent_id" is null or "refund"."method" = 'card-online');
--> statement-breakpoint
-- Adds the notice of a change that its patient is told about, in the transaction of the change.
-- server/appointment/notice.ts makes emails of the notices (docs/decisions/0033).
CREATE OR REPLACE FUNCTION add_appointment_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    kind := 'booked';
  ELSIF NEW.status = 'cancelled' THEN
    kind := 'cancelled';
  ELSE
    kind := 'moved';
  END IF;
  INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at)
    VALUES (NEW.id, kind, NEW.sequence, NEW.starts_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_cancelled_noticed AFTER UPDATE OF status ON booking
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
  EXECUTE FUNCTION add_appointment_notice();
CREATE OR REPLACE TRIGGER booking_made_noticed AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.status = 'booked')
  EXECUTE FUNCTION add_appointment_notice();
CREATE OR REPLACE TRIGGER booking_moved_noticed AFTER UPDATE OF starts_at, doctor_id, treatment_id ON booking
  FOR EACH ROW WHEN (NEW.status <> 'cancelled' AND NEW.sequence > OLD.sequence AND (
    NEW.starts_at <> OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id)
  ))
  EXECUTE FUNCTION add_appointment_notice();
--> statement-breakpoint
-- Charges an appointment with its treatment's price when it is booked.
CREATE OR REPLACE FUNCTION charge_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount, made_at)
    VALUES (NEW.id, 'treatment', NEW.treatment, NEW.price, NEW.created_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_charged AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION charge_booking();
--> statement-breakpoint
-- Returns the clinic's today.
CREATE OR REPLACE FUNCTION clinic_today() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE coalesce((SELECT time_zone FROM clinic), 'UTC'))::date
$$;
--> statement-breakpoint
-- Closes the till through a day, once, and no day that has not begun.
CREATE OR REPLACE FUNCTION close_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The lock of every payment.
  PERFORM FROM till FOR UPDATE;
  IF NEW.date > clinic_today() THEN
    RAISE EXCEPTION 'this day has not begun' USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE till SET closed_through = NEW.date WHERE closed_through IS NULL OR closed_through < NEW.date;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this day is closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER day_closed BEFORE INSERT ON day_close
  FOR EACH ROW EXECUTE FUNCTION close_day();
--> statement-breakpoint
-- Takes back what is still owed for an appointment when it is cancelled.
CREATE OR REPLACE FUNCTION credit_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount) VALUES (NEW.id, 'credit', 'Cancelled', -NEW.owed);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_cancelled_credited AFTER UPDATE OF status ON booking
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled' AND NEW.owed > 0)
  EXECUTE FUNCTION credit_cancelled();
--> statement-breakpoint
-- Enters a refund of a payment on the day of the till on which it succeeded, and once more, with a minus, on the day on
-- which the bank returned it, so that a closed day stays as it was.
CREATE OR REPLACE FUNCTION enter_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO refund_entry (refund_id, day, amount)
    VALUES (NEW.id, till_day(), CASE NEW.state WHEN 'succeeded' THEN NEW.amount ELSE -NEW.amount END);
  RETURN NULL;
END $$;

-- They run after the triggers that sum the money, which lock the appointment: everything locks the till last.
CREATE OR REPLACE TRIGGER refund_to_till AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND NEW.state = 'succeeded') EXECUTE FUNCTION enter_refund();
CREATE OR REPLACE TRIGGER refund_to_till_changed AFTER UPDATE OF state ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND (NEW.state = 'succeeded') <> (OLD.state = 'succeeded'))
  EXECUTE FUNCTION enter_refund();
--> statement-breakpoint
-- A payment stays as it was made. It can be voided until its day is closed.
CREATE OR REPLACE FUNCTION keep_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.booking_id, NEW.method, NEW.amount, NEW.intent_id, NEW.taken_at, NEW.day, NEW.receipt_year, NEW.receipt_count)
    IS DISTINCT FROM
    (OLD.id, OLD.booking_id, OLD.method, OLD.amount, OLD.intent_id, OLD.taken_at, OLD.day, OLD.receipt_year, OLD.receipt_count)
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS DISTINCT FROM OLD.voided_at)
  THEN
    RAISE EXCEPTION 'a payment stays as it was made' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.voided_at IS DISTINCT FROM OLD.voided_at AND EXISTS (SELECT FROM (SELECT closed_through FROM till FOR UPDATE) AS locked WHERE OLD.day <= closed_through) THEN
    RAISE EXCEPTION 'the day of this payment is closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_kept BEFORE UPDATE ON payment
  FOR EACH ROW EXECUTE FUNCTION keep_payment();
--> statement-breakpoint
-- Tells every instance which day has changed: server/calendar/calendar.ts drops it from its cache, and
-- server/desk/events.ts tells open pages.
CREATE OR REPLACE FUNCTION notify_booking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('booking_changed', OLD.date::text);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('booking_changed', NEW.date::text);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_inserted AFTER INSERT OR DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
CREATE OR REPLACE TRIGGER booking_moved AFTER UPDATE OF date, starts_at, busy, treatment_id, doctor_id, chair_id, status, overridden, note,
  price, credited, received, refunding, refunded ON booking
  FOR EACH ROW
  EXECUTE FUNCTION notify_booking_changed();
--> statement-breakpoint
-- Gives a payment its day of the till and the next number of a receipt. A transaction that fails takes its number back,
-- so that there are no gaps. A year never ends twice, also if the clock is set back.
CREATE OR REPLACE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM booking WHERE id = NEW.booking_id FOR UPDATE;
  NEW.day := till_day();
  UPDATE till SET receipt_year = greatest(receipt_year, extract(year FROM NEW.day)::integer),
      receipt_count = CASE WHEN extract(year FROM NEW.day) > receipt_year THEN 1 ELSE receipt_count + 1 END
    RETURNING receipt_year, receipt_count INTO NEW.receipt_year, NEW.receipt_count;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_numbered BEFORE INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION number_payment();
--> statement-breakpoint
-- Returns the number of a receipt as it is printed: 2026-00042.
CREATE OR REPLACE FUNCTION receipt_number(year integer, count integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT year || '-' || lpad(count::text, greatest(5, length(count::text)), '0')
$$;
--> statement-breakpoint
-- A table that is only appended to.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_kept BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_ledger_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_not_deleted BEFORE DELETE OR TRUNCATE ON payment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER refund_entry_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON refund_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER day_close_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON day_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Writes the sums of an appointment's charges, payments and refunds to its row, in the transaction of each change. It
-- is paid while nothing is owed and something was paid.
CREATE OR REPLACE FUNCTION sum_booking_money(which uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  charged record;
  taken record;
  back record;
  is_paid boolean;
BEGIN
  -- Each statement below sees what was committed before it, so that no sum lacks a row of another transaction.
  PERFORM FROM booking WHERE id = which FOR UPDATE;
  SELECT coalesce(sum(amount) FILTER (WHERE kind <> 'credit'), 0) AS price,
      coalesce(-sum(amount) FILTER (WHERE kind = 'credit'), 0) AS credited
    INTO charged FROM charge WHERE booking_id = which AND voided_at IS NULL;
  SELECT coalesce(sum(amount), 0) AS received,
      (array_agg(
        CASE method WHEN 'card-online' THEN coalesce(intent_id, reference) ELSE receipt_number(receipt_year, receipt_count) END
        ORDER BY method = 'card-online' DESC, receipt_year DESC, receipt_count DESC
      ))[1] AS transaction
    INTO taken FROM payment WHERE booking_id = which AND voided_at IS NULL;
  SELECT coalesce(sum(refund.amount) FILTER (WHERE state = 'succeeded'), 0) AS refunded,
      coalesce(sum(refund.amount) FILTER (WHERE state IN ('due', 'pending', 'failed')), 0) AS refunding,
      max(succeeded_at) FILTER (WHERE state = 'succeeded') AS refunded_at
    INTO back FROM refund JOIN payment ON payment.id = refund.payment_id WHERE payment.booking_id = which;
  is_paid := taken.received > 0
    AND charged.price - charged.credited - taken.received + back.refunding + back.refunded = 0;
  UPDATE booking SET price = charged.price, credited = charged.credited, received = taken.received,
      refunding = back.refunding, refunded = back.refunded, refunded_at = back.refunded_at,
      transaction_id = CASE WHEN is_paid THEN taken.transaction END,
      paid_at = CASE WHEN is_paid THEN coalesce(paid_at, now()) END
    WHERE id = which;
END $$;
--> statement-breakpoint
-- Sums the money of the appointment of a charge or a payment.
CREATE OR REPLACE FUNCTION sum_money_of_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_booking_money(NEW.booking_id);
  RETURN NULL;
END $$;

-- The row of a new appointment has the price of its own charge already.
CREATE OR REPLACE TRIGGER charge_made_summed AFTER INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind <> 'treatment' OR NEW.made_by IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_charge();
-- Another charge follows the one that is voided for it.
CREATE OR REPLACE TRIGGER charge_changed_summed AFTER UPDATE OF amount, voided_at ON charge
  FOR EACH ROW WHEN (NEW.kind = 'credit' OR NEW.voided_at IS NULL)
  EXECUTE FUNCTION sum_money_of_charge();
CREATE OR REPLACE TRIGGER payment_summed AFTER INSERT OR UPDATE OF voided_at ON payment
  FOR EACH ROW EXECUTE FUNCTION sum_money_of_charge();
--> statement-breakpoint
-- Writes what was refunded of a payment to its row and to its appointment's. The credit of a refund that is void ends
-- with it, and comes back with it.
CREATE OR REPLACE FUNCTION sum_money_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM booking JOIN payment ON payment.booking_id = booking.id WHERE payment.id = NEW.payment_id
    FOR UPDATE OF booking;
  UPDATE payment SET refunded =
      (SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = NEW.payment_id AND state <> 'void')
    WHERE id = NEW.payment_id;
  IF TG_OP = 'UPDATE' AND (NEW.state = 'void') <> (OLD.state = 'void') THEN
    UPDATE charge SET voided_at = CASE WHEN NEW.state = 'void' THEN now() END WHERE refund_id = NEW.id;
  END IF;
  PERFORM sum_booking_money(booking_id) FROM payment WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_made_summed AFTER INSERT ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_refund();
CREATE OR REPLACE TRIGGER refund_changed_summed AFTER UPDATE OF state, amount ON refund
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION sum_money_of_refund();
--> statement-breakpoint
-- Returns the day of the till to which money belongs that comes in or goes out now: today, or the day after the last
-- closed one if that is later, whatever the clock says. Locks the till until the transaction ends, so that no day is
-- closed meanwhile.
CREATE OR REPLACE FUNCTION till_day() RETURNS date LANGUAGE sql AS $$
  SELECT greatest(clinic_today(), closed_through + 1) FROM till FOR UPDATE
$$;
--> statement-breakpoint
-- The clinic’s currency stays while there are payments, and intents of payments that may still come.
CREATE OR REPLACE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intent WHERE state <> 'cancelled') OR EXISTS (SELECT FROM payment) THEN
    RAISE EXCEPTION 'the clinic''s currency stays while there are payments' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_currency_kept BEFORE UPDATE OF currency ON clinic
  FOR EACH ROW WHEN (NEW.currency IS DISTINCT FROM OLD.currency)
  EXECUTE FUNCTION keep_currency();
