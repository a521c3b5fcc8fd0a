-- The clinic’s currency stays while there are payments, and intents of payments that may still come.
CREATE OR REPLACE FUNCTION keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intent WHERE state <> 'cancelled') OR EXISTS (SELECT FROM payment) THEN
    RAISE EXCEPTION 'the clinic''s currency stays while there are payments' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clinic_currency_kept BEFORE UPDATE OF currency ON clinic
  FOR EACH ROW WHEN (NEW.currency IS DISTINCT FROM OLD.currency)
  EXECUTE FUNCTION keep_currency();
