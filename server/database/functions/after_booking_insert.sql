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
