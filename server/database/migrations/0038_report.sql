CREATE TABLE "report_change" (
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_figure" (
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "report_figure_once" PRIMARY KEY("day","figure","key")
);
--> statement-breakpoint
CREATE TABLE "report_month" (
	"month" date NOT NULL,
	"figure" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "report_month_once" PRIMARY KEY("month","figure","key")
);
--> statement-breakpoint
CREATE TABLE "report_patient" (
	"patient_id" text PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "report_figure_by_figure" ON "report_figure" USING btree ("figure","day") WHERE "report_figure"."figure" in ('appointments', 'owed', 'owing', 'taken-by-method');--> statement-breakpoint
CREATE INDEX "report_patient_by_first_day" ON "report_patient" USING btree ("first_day");
--> statement-breakpoint
-- Returns the lower bound of the range that a value is in; the first one for all that are lower.
CREATE OR REPLACE FUNCTION begin_of_range(value numeric, bounds integer[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT bounds[greatest(1, width_bucket(value, bounds::numeric[]))]::text
$$;
--> statement-breakpoint
-- Returns what an appointment adds to the reports, from its row alone, so that a change can take the same off again.
-- In PL/pgSQL, which plans once for all calls.
CREATE OR REPLACE FUNCTION booking_figures(b booking) RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  starts integer := 0;
  minutes integer := extract(epoch FROM upper(b.busy) - lower(b.busy))::integer / 60;
  dentist text := coalesce(b.doctor_id::text, '');
BEGIN
  day := b.date;
  amount := 1;
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
    amount := minutes;
    RETURN NEXT;
    -- By weekday and hour, such as 1-08. What goes past midnight counts for its last hour.
    IF b.slot ~ '^\d\d\.\d\d [AP]M' THEN
      starts := substr(b.slot, 1, 2)::integer % 12 * 60 + substr(b.slot, 4, 2)::integer
        + CASE substr(b.slot, 7, 2) WHEN 'PM' THEN 720 ELSE 0 END;
    END IF;
    figure := 'minutes-at';
    FOR hour IN starts / 60 .. least(23, (starts + minutes - 1) / 60) LOOP
      key := extract(isodow FROM b.date) || '-' || lpad(hour::text, 2, '0');
      amount := CASE hour WHEN 23 THEN starts + minutes ELSE least(starts + minutes, hour * 60 + 60) END
        - greatest(starts, hour * 60);
      RETURN NEXT;
    END LOOP;
  END IF;
  IF b.owed > 0 THEN
    key := '';
    figure := 'owed';
    amount := b.owed;
    RETURN NEXT;
    figure := 'owing';
    amount := 1;
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
  WITH note AS (DELETE FROM report_change RETURNING *),
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
-- Returns what money of a day adds to the reports: `what` is `taken` or `refunded`.
CREATE OR REPLACE FUNCTION money_figures(what text, till_day date, cents bigint, method text, treatment_id uuid, doctor_id uuid)
RETURNS TABLE (day date, figure text, key text, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  VALUES (till_day, what || '-by-method', method, cents),
    (till_day, what || '-by-treatment', treatment_id::text, cents),
    (till_day, what || '-by-dentist', coalesce(doctor_id::text, ''), cents)
$$;
--> statement-breakpoint
-- Returns the payments of an appointment that count, and their refunds, with their days of the till.
CREATE OR REPLACE FUNCTION money_of(which uuid) RETURNS TABLE (what text, day date, method text, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'taken', payment.day, payment.method, payment.amount::bigint FROM payment
    WHERE booking_id = which AND voided_at IS NULL
  UNION ALL
  SELECT 'refunded', refund_entry.day, refund.method, refund_entry.amount::bigint FROM refund_entry
    JOIN refund ON refund.id = refund_entry.refund_id JOIN payment ON payment.id = refund.payment_id
    WHERE payment.booking_id = which
$$;
--> statement-breakpoint
-- Makes the sums of the reports anew from all appointments, payments and refunds. Nothing is booked or paid meanwhile.
CREATE OR REPLACE FUNCTION rebuild_reports() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE booking, payment, refund, refund_entry IN SHARE MODE;
  DELETE FROM report_change;
  DELETE FROM report_figure;
  DELETE FROM report_month;
  DELETE FROM report_patient;
  INSERT INTO report_figure SELECT day, figure, key, sum(amount) FROM (
    SELECT figures.* FROM booking CROSS JOIN LATERAL booking_figures(booking) AS figures
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
-- Notes for the reports what a new, changed or deleted appointment adds to them and takes off. Only inserts rows, so
-- that no transaction waits for another one (docs/decisions/0080).
CREATE OR REPLACE FUNCTION report_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO report_change SELECT * FROM booking_figures(NEW)
      UNION ALL SELECT NEW.date, 'patient', NEW.patient_id, 0;
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO report_change SELECT day, figure, key, -amount FROM booking_figures(OLD)
      UNION ALL SELECT OLD.date, 'patient', OLD.patient_id, 0;
    RETURN NULL;
  END IF;
  INSERT INTO report_change
    SELECT day, figure, key, sum(amount) FROM (
      SELECT * FROM booking_figures(NEW) UNION ALL SELECT day, figure, key, -amount FROM booking_figures(OLD)
    ) AS change GROUP BY day, figure, key HAVING sum(amount) <> 0;
  IF (NEW.date, NEW.patient_id, NEW.status = 'cancelled') IS DISTINCT FROM (OLD.date, OLD.patient_id, OLD.status = 'cancelled') THEN
    INSERT INTO report_change SELECT NEW.date, 'patient', patient, 0
      FROM unnest(array[OLD.patient_id, NEW.patient_id]) AS patient GROUP BY patient;
  END IF;
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

CREATE OR REPLACE TRIGGER booking_to_report AFTER INSERT OR DELETE ON booking
  FOR EACH ROW EXECUTE FUNCTION report_booking();
CREATE OR REPLACE TRIGGER booking_changed_to_report AFTER UPDATE ON booking
  FOR EACH ROW WHEN (
    (OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.status, OLD.cancelled_at, OLD.created_at, OLD.owed)
    IS DISTINCT FROM
    (NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.status, NEW.cancelled_at, NEW.created_at, NEW.owed)
  )
  EXECUTE FUNCTION report_booking();
--> statement-breakpoint
-- Notes for the reports that a payment came in or was voided. Its appointment's treatment and dentist can't change
-- meanwhile: payment_summed, which runs before, has locked the appointment.
CREATE OR REPLACE FUNCTION report_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change SELECT figures.* FROM booking CROSS JOIN LATERAL money_figures('taken', NEW.day,
      CASE WHEN TG_OP = 'INSERT' THEN NEW.amount ELSE -NEW.amount END, NEW.method, treatment_id, doctor_id) AS figures
    WHERE booking.id = NEW.booking_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_to_report AFTER INSERT ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NULL) EXECUTE FUNCTION report_payment();
CREATE OR REPLACE TRIGGER payment_voided_to_report AFTER UPDATE OF voided_at ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NOT NULL AND OLD.voided_at IS NULL) EXECUTE FUNCTION report_payment();
--> statement-breakpoint
-- Notes for the reports that a refund of a payment has arrived, or came back. Its appointment's treatment and dentist
-- can't change meanwhile: the triggers that sum the money run before, and have locked the appointment.
CREATE OR REPLACE FUNCTION report_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change SELECT figures.* FROM refund
    JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id
    CROSS JOIN LATERAL money_figures('refunded', NEW.day, NEW.amount, refund.method, treatment_id, doctor_id) AS figures
    WHERE refund.id = NEW.refund_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_to_report AFTER INSERT ON refund_entry
  FOR EACH ROW EXECUTE FUNCTION report_refund();
--> statement-breakpoint
SELECT rebuild_reports();
