-- Returns the number of a receipt as it is printed: 2026-00042.
CREATE OR REPLACE FUNCTION receipt_number(year integer, count integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT year || '-' || lpad(count::text, greatest(5, length(count::text)), '0')
$$;
