-- The digits by which a stored phone number is found: those that server/patient/phone-number.ts reads, without an
-- extension, without the (0) of +44 (0)20 and without the .0 of a spreadsheet. Arabic, Persian and Devanagari digits
-- count too. A test compares both.
CREATE OR REPLACE FUNCTION phone_digits(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(replace(regexp_replace(regexp_replace(btrim(translate(
    normalize(number, NFKC),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'
  )), '^([+]?\d{5,15})[.]0+$', '\1'),
  '(;ext=|#|(\mx|\mext(ension|n)?\M[.]?|\mapp\M[.]?|(?<=\d)x)[[:space:]:.]*)[[:space:]]*\d{1,7}$', '', 'i'), '(0)', ''), '\D', '', 'g')
$$;
