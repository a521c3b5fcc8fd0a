-- The words of a text, split at every ASCII sign. The cost tells the planner that it is worth an index.
CREATE OR REPLACE FUNCTION search_words(words text)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 10000 AS $$
BEGIN
  RETURN to_tsvector('simple', regexp_replace(words, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'));
END $$;
