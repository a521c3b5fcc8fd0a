-- All groups of four digits in a row, for the index by which server/patient/search-store.ts finds phone numbers.
CREATE OR REPLACE FUNCTION digit_groups(digits text)
  RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_agg(substr(digits, at, 4)) FROM generate_series(1, length(digits) - 3) AS at
$$;
