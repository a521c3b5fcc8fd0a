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
