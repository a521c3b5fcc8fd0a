-- The last word of a name in small letters, by which the desk's list is ordered: of 'Ann Fox Jr.' that is 'fox'.
CREATE OR REPLACE FUNCTION last_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(coalesce(substring(name FROM '(?i)([^\s,]+)(?:[\s,]+(?:jr|sr|ii|iii|iv)\.?)?\s*$'), name))
$$;
--> statement-breakpoint
ALTER TABLE "staff" DROP CONSTRAINT "staff_role_known";--> statement-breakpoint
ALTER TABLE "staff" DROP CONSTRAINT "staff_dentist_has_doctor";--> statement-breakpoint
ALTER TABLE "staff_invitation" DROP CONSTRAINT "staff_invitation_role_known";--> statement-breakpoint
ALTER TABLE "staff_invitation" DROP CONSTRAINT "staff_invitation_dentist_has_doctor";--> statement-breakpoint
ALTER TABLE "user" DROP CONSTRAINT "user_role_known";--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "alerts" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "patient_by_last_name" ON "patient" USING btree (last_name("name"),lower("name"),"id") WHERE "patient"."erased_at" is null and "patient"."merged_into" is null;--> statement-breakpoint
ALTER TABLE "patient" ADD CONSTRAINT "patient_alerts_length" CHECK (length("patient"."alerts") <= 20000);--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_known" CHECK ("staff"."role" in ('admin', 'receptionist', 'dentist', 'hygienist', 'accountant'));--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_dentist_has_doctor" CHECK (case when "staff"."role" in ('dentist', 'hygienist') then "staff"."doctor_id" is not null or "staff"."ended_at" is not null else "staff"."doctor_id" is null end);--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_role_known" CHECK ("staff_invitation"."role" in ('admin', 'receptionist', 'dentist', 'hygienist', 'accountant'));--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_dentist_has_doctor" CHECK (("staff_invitation"."role" in ('dentist', 'hygienist')) = ("staff_invitation"."doctor_id" is not null));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_known" CHECK ("user"."role" in ('admin', 'receptionist', 'dentist', 'hygienist', 'accountant', 'patient'));
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

  PERFORM write_patient(kept, known_of(other) || known_of(own) || jsonb_build_object(
    -- The email of an account's own patient is the account's.
    'email', coalesce(
      (SELECT "user".email FROM patient_user JOIN "user" ON "user".id = user_id
        WHERE patient_id = kept AND relation = 'self' ORDER BY patient_user.created_at LIMIT 1),
      own.email, other.email
    ),
    -- Whoever wants to hear nothing in one record hears nothing.
    'contact', CASE WHEN other.contact = 'none' THEN 'none' ELSE own.contact END,
    'tie_ended_at', greatest(own.tie_ended_at, other.tie_ended_at),
    'recalls_snoozed_until', greatest(own.recalls_snoozed_until, other.recalls_snoozed_until),
    -- An alert that both records have stays once.
    'alerts', (SELECT coalesce(string_agg(line, E'\n' ORDER BY at), '') FROM (
      SELECT line, min(at) AS at
      FROM unnest(string_to_array(concat_ws(E'\n', nullif(own.alerts, ''), nullif(other.alerts, '')), E'\n'))
        WITH ORDINALITY AS alert(line, at) GROUP BY line
    ) AS alert),
    'notes', concat_ws(E'\n', nullif(own.notes, ''), nullif(other.notes, '')),
    'created_at', least(own.created_at, other.created_at)
  ))
  FROM patient AS own, patient AS other WHERE own.id = kept AND other.id = former;
  UPDATE patient SET merged_into = kept WHERE former IN (id, merged_into);
  UPDATE patient_join SET undo = undo || jsonb_build_object('after', (SELECT to_jsonb(patient) FROM patient WHERE id = kept))
  WHERE id = join_id;
  RETURN true;
END $$;
--> statement-breakpoint
-- Tells open pages of the desk that the days on which a patient comes show other alerts.
CREATE OR REPLACE FUNCTION notify_alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking_changed', day::text) FROM (
    SELECT DISTINCT date AS day FROM booking WHERE patient_id = NEW.id AND status <> 'cancelled' AND date >= clinic_today()
  ) AS coming;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER patient_alerts_changed AFTER UPDATE OF alerts ON patient
  FOR EACH ROW WHEN (OLD.alerts IS DISTINCT FROM NEW.alerts) EXECUTE FUNCTION notify_alerts_changed();
