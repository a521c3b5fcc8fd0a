-- Returns the clinic's today.
CREATE OR REPLACE FUNCTION clinic_today() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE coalesce((SELECT time_zone FROM clinic), 'UTC'))::date
$$;
