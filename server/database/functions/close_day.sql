-- Closes the till through a day, once, and no day that has not begun.
CREATE OR REPLACE FUNCTION close_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The lock of every payment.
  PERFORM FROM till FOR UPDATE;
  IF NEW.date > clinic_today() THEN
    RAISE EXCEPTION 'this day has not begun' USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE till SET closed_through = NEW.date WHERE closed_through IS NULL OR closed_through < NEW.date;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this day is closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER day_closed BEFORE INSERT ON day_close
  FOR EACH ROW EXECUTE FUNCTION close_day();
