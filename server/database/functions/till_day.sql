-- Returns the day of the till to which money belongs that comes in or goes out now: today, or the day after the last
-- closed one if that is later, whatever the clock says. Locks the till until the transaction ends, so that no day is
-- closed meanwhile.
CREATE OR REPLACE FUNCTION till_day() RETURNS date LANGUAGE sql AS $$
  SELECT greatest(clinic_today(), closed_through + 1) FROM till FOR UPDATE
$$;
