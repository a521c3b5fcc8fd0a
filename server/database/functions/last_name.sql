-- The last word of a name in small letters, by which the desk's list is ordered: of 'Ann Fox Jr.' that is 'fox'.
CREATE OR REPLACE FUNCTION last_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(coalesce(substring(name FROM '(?i)([^\s,]+)(?:[\s,]+(?:jr|sr|ii|iii|iv)\.?)?\s*$'), name))
$$;
