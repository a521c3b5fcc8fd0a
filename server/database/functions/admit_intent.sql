-- Refuses an open intent in another currency than the clinic’s: the currency has changed since it was made. 7305115 is
-- the lock of the rules (server/database/pool/rules-lock.ts), which a change of the clinic takes too.
CREATE OR REPLACE FUNCTION admit_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305115);
  IF EXISTS (SELECT FROM clinic WHERE lower(currency) <> NEW.currency) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_intent_admitted BEFORE INSERT ON payment_intent
  FOR EACH ROW WHEN (NEW.state = 'open')
  EXECUTE FUNCTION admit_intent();
