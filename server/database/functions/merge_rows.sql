-- Returns the rows of one kind in what merge_undo() noted that belonged to one of the two records.
CREATE OR REPLACE FUNCTION merge_rows(undo jsonb, kind text, of_patient text) RETURNS SETOF jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT was FROM jsonb_array_elements(nullif(undo -> kind, 'null')) AS was WHERE was ->> 'patient_id' = of_patient
$$;
