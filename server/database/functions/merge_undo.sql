-- Returns what merge_patient() changes, as it is before: the rows of both records, and the ids of what refers to them.
CREATE OR REPLACE FUNCTION merge_undo(former text, kept text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'records', (SELECT jsonb_agg(to_jsonb(p)) FROM patient p WHERE id IN (former, kept)),
    'led', (SELECT jsonb_agg(id) FROM patient WHERE merged_into = former),
    'ties', (SELECT jsonb_agg(to_jsonb(t)) FROM patient_user t WHERE patient_id IN (former, kept)),
    'phones', (SELECT jsonb_agg(to_jsonb(n)) FROM patient_phone n WHERE patient_id IN (former, kept)),
    'bookings', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'overridden', overridden,
      'override_reason', override_reason, 'second_that_day', second_that_day)) FROM booking WHERE patient_id IN (former, kept)),
    'payments', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id)) FROM payment_intent WHERE patient_id IN (former, kept)),
    'recalls', (SELECT jsonb_agg(to_jsonb(r)) FROM recall r WHERE patient_id = former),
    'waiting', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'ended_at', ended_at,
      'end_reason', end_reason)) FROM waiting_entry WHERE patient_id IN (former, kept)),
    'offers', (SELECT jsonb_agg(to_jsonb(o)) FROM waiting_offer o WHERE patient_id = former),
    'consents', (SELECT jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'ended_at', ended_at,
      'ended_by', ended_by)) FROM text_consent WHERE patient_id IN (former, kept))
  )
$$;
