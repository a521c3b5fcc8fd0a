-- Refuses a change of the record of a patient who has died, which is closed until the desk takes that back. The answer
-- is in server/http/closed-record.ts. The lock makes it wait for whoever notes the death, who locks the row FOR UPDATE.
CREATE OR REPLACE FUNCTION require_living(for_patient text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  person record;
BEGIN
  SELECT name, died_at INTO person FROM patient WHERE id = for_patient FOR KEY SHARE;
  IF person.died_at IS NOT NULL THEN
    RAISE EXCEPTION 'the record of a patient who has died is closed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'record_open', DETAIL = person.name;
  END IF;
END $$;
