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
