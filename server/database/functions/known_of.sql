-- Returns what is known of a patient, by column: neither null nor empty. Not which record this is, and what became of it.
CREATE OR REPLACE FUNCTION known_of(p patient) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(to_jsonb(p) - '{id, merged_into, erased_at}'::text[])
  WHERE value NOT IN ('null', '""')
$$;
