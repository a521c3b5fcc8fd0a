-- A folded text with each umlaut that is spelt by two letters as one: bjoern is bjorn, and haakon is hakon.
CREATE OR REPLACE FUNCTION join_umlauts(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(folded, '([aou])e+', '\1', 'g'), 'aa+', 'a', 'g')
$$;
