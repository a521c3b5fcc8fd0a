-- The number of appointments from a day on that count for an account: those that it has booked, whoever they are for,
-- and those of the people for whom it acts. Volatile, so that it sees what others have booked while the caller waited
-- for them.
CREATE OR REPLACE FUNCTION count_upcoming(account text, today date) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own text;
  upcoming bigint;
BEGIN
  SELECT count(*) INTO upcoming FROM booking
  WHERE booked_by = account AND date >= today AND status <> 'cancelled';
  -- Patient by patient, by their index: a plan that joins them may be one for a table that was still small.
  FOR own IN SELECT patient_id FROM patient_user WHERE user_id = account LOOP
    upcoming := upcoming + (
      SELECT count(*) FROM booking
      WHERE patient_id = own AND date >= today AND status <> 'cancelled' AND booked_by IS DISTINCT FROM account
    );
  END LOOP;
  RETURN upcoming;
END $$;
