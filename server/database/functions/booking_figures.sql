-- Returns what an appointment adds to the reports, from its row alone, so that a change can take the same off again.
CREATE OR REPLACE FUNCTION booking_figures(b booking) RETURNS TABLE (day date, figure text, key text, amount bigint)
LANGUAGE sql STABLE AS $$
  WITH times AS (
    SELECT CASE WHEN b.slot ~ '^\d\d\.\d\d [AP]M' THEN substr(b.slot, 1, 2)::integer % 12 * 60 + substr(b.slot, 4, 2)::integer
        + CASE substr(b.slot, 7, 2) WHEN 'PM' THEN 720 ELSE 0 END ELSE 0 END AS starts,
      (extract(epoch FROM upper(b.busy) - lower(b.busy)) / 60)::integer AS minutes,
      b.status <> 'cancelled' AS is_live
  )
  SELECT b.date, row.figure, row.key, row.amount::bigint FROM times CROSS JOIN LATERAL (
    SELECT 'appointments' AS figure, '' AS key, 1 AS amount WHERE is_live
    UNION ALL SELECT 'of-treatment', b.treatment_id::text, 1 WHERE is_live
    UNION ALL SELECT 'of-dentist', coalesce(b.doctor_id::text, ''), 1 WHERE is_live
    UNION ALL SELECT 'minutes-of-dentist', coalesce(b.doctor_id::text, ''), minutes WHERE is_live
    -- By weekday and hour, such as 1-08. What goes past midnight counts for its last hour.
    UNION ALL SELECT 'minutes-at', extract(isodow FROM b.date) || '-' || lpad(hour::text, 2, '0'),
        CASE hour WHEN 23 THEN starts + minutes ELSE least(starts + minutes, hour * 60 + 60) END - greatest(starts, hour * 60)
      FROM generate_series(starts / 60, least(23, (starts + minutes - 1) / 60)) AS hour WHERE is_live
    UNION ALL SELECT 'ahead', begin_of_range(extract(epoch FROM b.starts_at - b.created_at) / 86400, '{0,1,3,7,14,30,90}'), 1
      WHERE is_live
    UNION ALL SELECT 'no-shows', '', 1 WHERE b.status = 'no-show'
    UNION ALL SELECT 'cancelled', begin_of_range(extract(epoch FROM b.starts_at - b.cancelled_at) / 3600, '{0,2,24,48,168}'), 1
      WHERE NOT is_live
    UNION ALL SELECT 'owed', '', b.owed WHERE b.owed > 0
    UNION ALL SELECT 'owing', '', 1 WHERE b.owed > 0
  ) AS row
$$;
