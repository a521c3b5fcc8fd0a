CREATE TABLE "report_booking" (
	"sign" smallint NOT NULL,
	"date" date NOT NULL,
	"slot" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"busy" "tstzrange" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"status" text NOT NULL,
	"treatment_id" uuid NOT NULL,
	"doctor_id" uuid,
	"patient_id" text NOT NULL,
	"owed" integer NOT NULL
);

--> statement-breakpoint
DROP FUNCTION booking_figures CASCADE;
--> statement-breakpoint
DROP FUNCTION charge_booking CASCADE;
--> statement-breakpoint
DROP FUNCTION keep_patient_phone CASCADE;
--> statement-breakpoint
DROP TRIGGER booking_made_noticed ON booking;
--> statement-breakpoint
DROP TRIGGER booking_ends_waiting ON booking;
--> statement-breakpoint
DROP TRIGGER booking_to_report ON booking;
--> statement-breakpoint
-- Adds the notice of a change that its patient is told about, in the transaction of the change.
-- server/appointment/notice.ts makes emails of the notices (docs/decisions/0033).
CREATE OR REPLACE FUNCTION add_appointment_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
BEGIN
  IF NEW.status = 'cancelled' THEN
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
CREATE OR REPLACE TRIGGER booking_moved_noticed AFTER UPDATE OF starts_at, doctor_id, treatment_id ON booking
  FOR EACH ROW WHEN (NEW.status <> 'cancelled' AND NEW.sequence > OLD.sequence AND (
    NEW.starts_at <> OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id)
  ))
  EXECUTE FUNCTION add_appointment_notice();
--> statement-breakpoint
-- All that follows from a new appointment, in its transaction, in the order of docs/decisions/0096.
CREATE OR REPLACE FUNCTION after_booking_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- It is charged with its treatment's price.
  INSERT INTO charge (booking_id, kind, words, amount, made_at)
    VALUES (NEW.id, 'treatment', NEW.treatment, NEW.price, NEW.created_at);
  -- Its phone number is one of its patient's.
  IF NEW.phone <> '' AND NOT EXISTS (SELECT FROM patient_phone WHERE patient_id = NEW.patient_id AND number = NEW.phone) THEN
    INSERT INTO patient_phone (patient_id, number) VALUES (NEW.patient_id, NEW.phone) ON CONFLICT DO NOTHING;
  END IF;
  -- Its patient is told: server/appointment/notice.ts makes an email of the notice (docs/decisions/0033).
  IF NEW.status = 'booked' THEN
    INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at)
      VALUES (NEW.id, 'booked', NEW.sequence, NEW.starts_at) ON CONFLICT DO NOTHING;
  END IF;
  -- They wait for this treatment no longer.
  IF NEW.status <> 'cancelled' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'booked'
    WHERE patient_id = NEW.patient_id AND treatment_id = NEW.treatment_id AND ended_at IS NULL;
  END IF;
  -- The reports will count it (docs/decisions/0080).
  INSERT INTO report_booking
    VALUES (1, NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.created_at, NEW.cancelled_at, NEW.status, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.owed);
  -- Every instance reads its day again, and open pages hear of it.
  PERFORM pg_notify('booking_changed', NEW.date::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_inserted AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION after_booking_insert();
--> statement-breakpoint
-- Ends what a patient waits for, in the transaction that moves their appointment to an earlier time or cancels it. A new
-- appointment ends it too (after_booking_insert).
CREATE OR REPLACE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'cancelled' THEN
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'cancelled' WHERE booking_id = NEW.id AND ended_at IS NULL;
  ELSE
    UPDATE waiting_entry SET ended_at = now(), end_reason = 'moved' WHERE booking_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_change_ends_waiting AFTER UPDATE OF status, starts_at, treatment_id ON booking
  FOR EACH ROW WHEN (
    (NEW.status = 'cancelled' AND OLD.status <> 'cancelled')
    OR NEW.starts_at < OLD.starts_at OR NEW.treatment_id <> OLD.treatment_id
  )
  EXECUTE FUNCTION end_waiting();
--> statement-breakpoint
-- Returns what an appointment adds to the reports, from its row alone, so that a change can take the same off again:
-- its `sign` is -1 then. In PL/pgSQL, which plans once for all calls.
CREATE OR REPLACE FUNCTION figures_of_booking(b report_booking) RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  starts integer := 0;
  minutes integer := extract(epoch FROM upper(b.busy) - lower(b.busy))::integer / 60;
  dentist text := coalesce(b.doctor_id::text, '');
BEGIN
  day := b.date;
  amount := b.sign;
  IF b.status = 'cancelled' THEN
    figure := 'cancelled';
    key := begin_of_range(extract(epoch FROM b.starts_at - b.cancelled_at) / 3600, '{0,2,24,48,168}');
    RETURN NEXT;
  ELSE
    key := '';
    figure := 'appointments';
    RETURN NEXT;
    IF b.status = 'no-show' THEN
      figure := 'no-shows';
      RETURN NEXT;
    END IF;
    figure := 'ahead';
    key := begin_of_range(extract(epoch FROM b.starts_at - b.created_at) / 86400, '{0,1,3,7,14,30,90}');
    RETURN NEXT;
    figure := 'of-treatment';
    key := b.treatment_id;
    RETURN NEXT;
    figure := 'of-dentist';
    key := dentist;
    RETURN NEXT;
    figure := 'minutes-of-dentist';
    amount := b.sign * minutes;
    RETURN NEXT;
    -- By weekday and hour, such as 1-08. What goes past midnight counts for its last hour.
    IF b.slot ~ '^\d\d\.\d\d [AP]M' THEN
      starts := substr(b.slot, 1, 2)::integer % 12 * 60 + substr(b.slot, 4, 2)::integer
        + CASE substr(b.slot, 7, 2) WHEN 'PM' THEN 720 ELSE 0 END;
    END IF;
    figure := 'minutes-at';
    FOR hour IN starts / 60 .. least(23, (starts + minutes - 1) / 60) LOOP
      key := extract(isodow FROM b.date) || '-' || lpad(hour::text, 2, '0');
      amount := b.sign * (
        CASE hour WHEN 23 THEN starts + minutes ELSE least(starts + minutes, hour * 60 + 60) END - greatest(starts, hour * 60)
      );
      RETURN NEXT;
    END LOOP;
  END IF;
  IF b.owed > 0 THEN
    key := '';
    figure := 'owed';
    amount := b.sign * b.owed;
    RETURN NEXT;
    figure := 'owing';
    amount := b.sign;
    RETURN NEXT;
  END IF;
END $$;
--> statement-breakpoint
-- Adds what was noted for the reports to their sums. One statement takes the notes and reads the appointments, so that
-- it sees both as of one moment. Returns the number of notes.
CREATE OR REPLACE FUNCTION fold_report_changes() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7305118);
  WITH change AS (DELETE FROM report_change RETURNING *),
  appointment AS (DELETE FROM report_booking RETURNING *),
  note AS (
    SELECT * FROM change
    UNION ALL
    SELECT figures.* FROM appointment CROSS JOIN LATERAL figures_of_booking(ROW(appointment.*)::report_booking) AS figures
    UNION ALL
    SELECT date, 'patient', patient_id, 0 FROM appointment
  ),
  summed AS (
    INSERT INTO report_figure AS known SELECT day, figure, key, sum(amount) FROM note WHERE figure <> 'patient'
      GROUP BY day, figure, key HAVING sum(amount) <> 0
      ON CONFLICT (day, figure, key) DO UPDATE SET amount = known.amount + excluded.amount
  ),
  summed_by_month AS (
    INSERT INTO report_month AS known SELECT date_trunc('month', day)::date, figure, key, sum(amount) FROM note WHERE figure <> 'patient'
      GROUP BY date_trunc('month', day), figure, key HAVING sum(amount) <> 0
      ON CONFLICT (month, figure, key) DO UPDATE SET amount = known.amount + excluded.amount
  ),
  first AS (
    SELECT patient_id, (SELECT min(date) FROM booking WHERE booking.patient_id = noted.patient_id AND status <> 'cancelled') AS day
    FROM (SELECT DISTINCT key AS patient_id FROM note WHERE figure = 'patient') AS noted
  ),
  gone AS (
    DELETE FROM report_patient USING first WHERE report_patient.patient_id = first.patient_id AND first.day IS NULL
  ),
  kept AS (
    INSERT INTO report_patient SELECT patient_id, day FROM first WHERE day IS NOT NULL
      ON CONFLICT (patient_id) DO UPDATE SET first_day = excluded.first_day
  )
  SELECT count(*) INTO folded FROM note;
  RETURN folded;
END $$;
--> statement-breakpoint
-- Tells every instance which day has changed: server/calendar/calendar.ts drops it from its cache, and
-- server/desk/events.ts tells open pages.
CREATE OR REPLACE FUNCTION notify_booking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking_changed', OLD.date::text);
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('booking_changed', NEW.date::text);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_deleted AFTER DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();
CREATE OR REPLACE TRIGGER booking_moved AFTER UPDATE OF date, starts_at, busy, treatment_id, doctor_id, chair_id, status, overridden, note,
  price, credited, received, refunding, refunded ON booking
  FOR EACH ROW
  EXECUTE FUNCTION notify_booking_changed();
--> statement-breakpoint
-- Makes the sums of the reports anew from all appointments, payments and refunds. Nothing is booked or paid meanwhile.
CREATE OR REPLACE FUNCTION rebuild_reports() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE booking, payment, refund, refund_entry IN SHARE MODE;
  DELETE FROM report_change;
  DELETE FROM report_booking;
  DELETE FROM report_figure;
  DELETE FROM report_month;
  DELETE FROM report_patient;
  INSERT INTO report_figure SELECT day, figure, key, sum(amount) FROM (
    SELECT figures.* FROM booking AS b CROSS JOIN LATERAL figures_of_booking(
      ROW(1, b.date, b.slot, b.starts_at, b.busy, b.created_at, b.cancelled_at, b.status, b.treatment_id, b.doctor_id, b.patient_id, b.owed)::report_booking
    ) AS figures
    UNION ALL
    SELECT figures.* FROM payment JOIN booking ON booking.id = payment.booking_id CROSS JOIN LATERAL
      money_figures('taken', payment.day, payment.amount, payment.method, treatment_id, doctor_id) AS figures
      WHERE payment.voided_at IS NULL
    UNION ALL
    SELECT figures.* FROM refund_entry JOIN refund ON refund.id = refund_entry.refund_id
      JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id CROSS JOIN LATERAL
      money_figures('refunded', refund_entry.day, refund_entry.amount, refund.method, treatment_id, doctor_id) AS figures
  ) AS rows GROUP BY day, figure, key HAVING sum(amount) <> 0;
  INSERT INTO report_month SELECT date_trunc('month', day)::date, figure, key, sum(amount) FROM report_figure
    GROUP BY date_trunc('month', day), figure, key HAVING sum(amount) <> 0;
  INSERT INTO report_patient SELECT patient_id, min(date) FROM booking WHERE status <> 'cancelled' GROUP BY patient_id;
END $$;
--> statement-breakpoint
-- Notes for the reports what a changed or deleted appointment was and is. Only inserts rows, so that no transaction waits
-- for another one, and leaves the figures to the job that adds them up (docs/decisions/0080, 0111).
CREATE OR REPLACE FUNCTION report_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_booking
    VALUES (-1, OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.created_at, OLD.cancelled_at, OLD.status, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.owed);
  IF TG_OP = 'DELETE' THEN
    RETURN NULL;
  END IF;
  INSERT INTO report_booking
    VALUES (1, NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.created_at, NEW.cancelled_at, NEW.status, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.owed);
  IF NEW.received > 0 AND (NEW.treatment_id, NEW.doctor_id) IS DISTINCT FROM (OLD.treatment_id, OLD.doctor_id) THEN
    INSERT INTO report_change
      SELECT figures.* FROM money_of(NEW.id) AS money CROSS JOIN LATERAL (
        SELECT * FROM money_figures(money.what, money.day, money.amount, money.method, NEW.treatment_id, NEW.doctor_id)
        UNION ALL
        SELECT * FROM money_figures(money.what, money.day, -money.amount, money.method, OLD.treatment_id, OLD.doctor_id)
      ) AS figures WHERE figure NOT LIKE '%-by-method';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_deleted_to_report AFTER DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION report_booking();
CREATE OR REPLACE TRIGGER booking_changed_to_report AFTER UPDATE ON booking
  FOR EACH ROW WHEN (
    (OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.status, OLD.cancelled_at, OLD.created_at, OLD.owed)
    IS DISTINCT FROM
    (NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.status, NEW.cancelled_at, NEW.created_at, NEW.owed)
  )
  EXECUTE FUNCTION report_booking();
--> statement-breakpoint
-- Returns what was noted for the reports and is not in their sums yet.
CREATE OR REPLACE FUNCTION report_noted() RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT day, figure, key, amount FROM report_change
  UNION ALL
  SELECT figures.* FROM report_booking AS noted CROSS JOIN LATERAL figures_of_booking(noted) AS figures
  UNION ALL
  SELECT date, 'patient', patient_id, 0 FROM report_booking
$$;
