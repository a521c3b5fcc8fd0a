-- The digits by which a phone number is found: without the (0) of +44 (0)20. Arabic, Persian and Devanagari digits count
-- too.
CREATE OR REPLACE FUNCTION phone_digits(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(replace(translate(
    normalize(number, NFKC),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'
  ), '(0)', ''), '\D', '', 'g')
$$;
