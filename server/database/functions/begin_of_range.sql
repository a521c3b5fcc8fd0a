-- Returns the lower bound of the range that a value is in; the first one for all that are lower.
CREATE OR REPLACE FUNCTION begin_of_range(value numeric, bounds integer[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT bounds[greatest(1, width_bucket(value, bounds::numeric[]))]::text
$$;
