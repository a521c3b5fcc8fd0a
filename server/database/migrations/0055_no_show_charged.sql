ALTER TABLE "booking" ADD COLUMN "no_show_charged" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE booking SET no_show_charged = true WHERE status = 'no-show' AND EXISTS (
  SELECT FROM charge WHERE booking_id = booking.id AND kind = 'no-show' AND voided_at IS NULL
);
--> statement-breakpoint
-- The reports have counted what nobody has decided about.
INSERT INTO report_change (day, figure, key, amount)
  SELECT date, figure, '', amount FROM booking
    CROSS JOIN LATERAL (VALUES ('owed', -owed), ('owing', -1)) AS counted (figure, amount)
    WHERE status = 'no-show' AND NOT no_show_charged AND owed > 0;
--> statement-breakpoint
SELECT fold_report_changes();
--> statement-breakpoint
-- Returns what is owed for an appointment with this status: nothing for not coming until staff have decided about the
-- fee.
CREATE OR REPLACE FUNCTION due_for(status text, no_show_charged boolean, owed integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'no-show' AND NOT no_show_charged THEN least(owed, 0) ELSE owed END
$$;
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
    VALUES (1, NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.created_at, NEW.cancelled_at, NEW.status, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, due_for(NEW.status, NEW.no_show_charged, NEW.owed));
  -- Every instance reads its day again, and open pages hear of it.
  PERFORM pg_notify('booking_changed', NEW.date::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_inserted AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION after_booking_insert();
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
      ROW(1, b.date, b.slot, b.starts_at, b.busy, b.created_at, b.cancelled_at, b.status, b.treatment_id, b.doctor_id, b.patient_id, due_for(b.status, b.no_show_charged, b.owed))::report_booking
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
    VALUES (-1, OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.created_at, OLD.cancelled_at, OLD.status, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, due_for(OLD.status, OLD.no_show_charged, OLD.owed));
  IF TG_OP = 'DELETE' THEN
    RETURN NULL;
  END IF;
  INSERT INTO report_booking
    VALUES (1, NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.created_at, NEW.cancelled_at, NEW.status, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, due_for(NEW.status, NEW.no_show_charged, NEW.owed));
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
    (OLD.date, OLD.slot, OLD.starts_at, OLD.busy, OLD.treatment_id, OLD.doctor_id, OLD.patient_id, OLD.status, OLD.cancelled_at, OLD.created_at, OLD.owed, OLD.no_show_charged)
    IS DISTINCT FROM
    (NEW.date, NEW.slot, NEW.starts_at, NEW.busy, NEW.treatment_id, NEW.doctor_id, NEW.patient_id, NEW.status, NEW.cancelled_at, NEW.created_at, NEW.owed, NEW.no_show_charged)
  )
  EXECUTE FUNCTION report_booking();
--> statement-breakpoint
-- Writes the sums of an appointment's charges, payments and refunds to its row, in the transaction of each change. A
-- credit counts while the charge that it reduces does. It is paid while nothing is owed and something was paid.
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
      coalesce(-sum(amount) FILTER (WHERE kind = 'credit'), 0) AS credited,
      coalesce(bool_or(kind = 'no-show'), false) AS for_no_show
    INTO charged FROM charge WHERE booking_id = which AND voided_at IS NULL AND (
      charge_id IS NULL
      OR EXISTS (SELECT FROM charge AS reduced WHERE reduced.id = charge.charge_id AND reduced.voided_at IS NULL)
    );
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
    AND charged.price - charged.credited - taken.received + back.refunding + back.refunded <= 0;
  UPDATE booking SET price = charged.price, credited = charged.credited, received = taken.received,
      no_show_charged = charged.for_no_show,
      refunding = back.refunding, refunded = back.refunded, refunded_at = back.refunded_at,
      transaction_id = CASE WHEN is_paid THEN taken.transaction END,
      paid_at = CASE WHEN is_paid THEN coalesce(paid_at, now()) END
    WHERE id = which;
END $$;
