-- The parts of a folded text between all signs.
CREATE OR REPLACE FUNCTION split_words(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM regexp_split_to_table(
    folded,
    E'[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\u2000-\\u206f\\u3000-\\u3002]+'
  ) AS word WHERE word <> ''
$$;
