-- The query for patients of whom each word of a text begins a word, as search_beginnings() has it. A date finds those who
-- were born then.
CREATE OR REPLACE FUNCTION patient_beginnings(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN CASE
    WHEN words ~ '^\s*\d{4}-\d{2}-\d{2}\s*$' THEN quote_literal(trim(words))::tsquery
    ELSE search_beginnings(words)
  END;
END $$;
