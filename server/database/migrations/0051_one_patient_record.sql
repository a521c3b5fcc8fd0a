-- Returns what is known of a patient, by column: neither null nor empty. Not which record this is, and what became of it.
CREATE OR REPLACE FUNCTION known_of(p patient) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(to_jsonb(p) - '{id, merged_into, erased_at}'::text[])
  WHERE value NOT IN ('null', '""')
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
-- Makes two records of one again, as they were before merge_patient(). Appointments that were moved or cancelled
-- meanwhile stay so, and so do values that somebody has changed. Returns false, and changes nothing, if something new
-- refers to the kept record, if it was erased or merged, or if this was undone already or what it needs is gone.
CREATE OR REPLACE FUNCTION undo_merge(join_id uuid, undone_by_email text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  former text;
  kept text;
  undo jsonb;
  merged_at timestamptz;
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
  PERFORM write_patient(kept, (
    SELECT jsonb_object_agg(key, was -> key)
    FROM jsonb_array_elements(undo -> 'records') AS was,
      jsonb_object_keys(was - '{id, merged_into, erased_at, tie_ended_at}'::text[]) AS key
    WHERE was ->> 'id' = kept AND to_jsonb(now_is) -> key IS NOT DISTINCT FROM undo -> 'after' -> key
  ))
  FROM patient AS now_is WHERE now_is.id = kept;

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
--> statement-breakpoint
-- Writes these columns of a patient; the others stay.
CREATE OR REPLACE FUNCTION write_patient(of_patient text, written jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  columns text := (SELECT string_agg(quote_ident(key), ', ' ORDER BY key) FROM jsonb_object_keys(written) AS key);
BEGIN
  IF columns IS NOT NULL THEN
    EXECUTE format('UPDATE patient SET (%1$s) = (SELECT %1$s FROM jsonb_populate_record(NULL::patient, $1)) WHERE id = $2', columns)
    USING written, of_patient;
  END IF;
END $$;
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
  -- Apart, because a plan for all of it at once can read every appointment.
  IF paid IS NOT NULL AND EXISTS (
    SELECT FROM payment JOIN booking ON booking.id = booking_id JOIN patient ON patient.id = patient_id
    WHERE died_at IS NOT NULL
      AND (intent_id = paid OR payment.id = CASE WHEN paid ~ '^[0-9a-f-]{36}$' THEN paid::uuid END)
  ) THEN
    RETURN false;
  END IF;
  RETURN NOT EXISTS (
    SELECT FROM patient WHERE died_at IS NOT NULL AND id IN (
      SELECT patient_id FROM booking WHERE booking.id = nullif(details -> 'appointment' ->> 'id', '')::uuid
      UNION ALL SELECT patient_id FROM recall WHERE recall.id = (details ->> 'recallId')::uuid
      UNION ALL SELECT patient_id FROM waiting_offer WHERE waiting_offer.id = (details -> 'offer' ->> 'id')::uuid
    )
  );
END $$;

--> statement-breakpoint
-- Counts the accounts with words that begin like those of a search, up to a number. PostgreSQL expects as many rows from
-- the index as from the table when a word is in all of them, and would make the words of each account again.
CREATE OR REPLACE FUNCTION count_found_users(search text, most integer) RETURNS bigint
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM "user" WHERE search_words(name || ' ' || email) @@ search_beginnings(search) LIMIT most
    ) AS found
  );
END $$;
