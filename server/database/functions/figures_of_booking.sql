-- Returns what an appointment adds to the reports, from its row alone, so that a change can take the same off again:
-- its `sign` is -1 then. In PL/pgSQL, which plans once for all calls.
CREATE OR REPLACE FUNCTION figures_of_booking(b report_booking) RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  starts integer := 0;
  minutes integer := extract(epoch FROM upper(b.busy) - lower(b.busy))::integer / 60;
  dentist text := coalesce(b.doctor_id::text, '');
BEGIN
  day := b.date;
  amount := b.sign;
  IF b.status = 'cancelled' THEN
    figure := 'cancelled';
    key := begin_of_range(extract(epoch FROM b.starts_at - b.cancelled_at) / 3600, '{0,2,24,48,168}');
    RETURN NEXT;
  ELSE
    key := '';
    figure := 'appointments';
    RETURN NEXT;
    IF b.status = 'no-show' THEN
      figure := 'no-shows';
      RETURN NEXT;
    END IF;
    figure := 'ahead';
    key := begin_of_range(extract(epoch FROM b.starts_at - b.created_at) / 86400, '{0,1,3,7,14,30,90}');
    RETURN NEXT;
    figure := 'of-treatment';
    key := b.treatment_id;
    RETURN NEXT;
    figure := 'of-dentist';
    key := dentist;
    RETURN NEXT;
    figure := 'minutes-of-dentist';
    amount := b.sign * minutes;
    RETURN NEXT;
    -- By weekday and hour, such as 1-08. What goes past midnight counts for its last hour.
    IF b.slot ~ '^\d\d\.\d\d [AP]M' THEN
      starts := substr(b.slot, 1, 2)::integer % 12 * 60 + substr(b.slot, 4, 2)::integer
        + CASE substr(b.slot, 7, 2) WHEN 'PM' THEN 720 ELSE 0 END;
    END IF;
    figure := 'minutes-at';
    FOR hour IN starts / 60 .. least(23, (starts + minutes - 1) / 60) LOOP
      key := extract(isodow FROM b.date) || '-' || lpad(hour::text, 2, '0');
      amount := b.sign * (
        CASE hour WHEN 23 THEN starts + minutes ELSE least(starts + minutes, hour * 60 + 60) END - greatest(starts, hour * 60)
      );
      RETURN NEXT;
    END LOOP;
  END IF;
  IF b.owed > 0 THEN
    key := '';
    figure := 'owed';
    amount := b.sign * b.owed;
    RETURN NEXT;
    figure := 'owing';
    amount := b.sign;
    RETURN NEXT;
  END IF;
END $$;
