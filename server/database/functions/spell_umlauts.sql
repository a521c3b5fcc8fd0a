-- A text with its umlauts spelt by two letters, as in Mueller.
CREATE OR REPLACE FUNCTION spell_umlauts(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT replace(replace(replace(replace(replace(
    translate(normalize(words, NFC), 'ÄÖÜØÅ', 'äöüøå'),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')
$$;
