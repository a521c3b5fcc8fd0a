-- The query for patients of whom each word of a text begins a word, in one of its spellings. A date finds those who were
-- born then. Returns null for a text without words.
CREATE OR REPLACE FUNCTION patient_beginnings(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  found tsquery;
BEGIN
  IF words ~ '^\s*\d{4}-\d{2}-\d{2}\s*$' THEN
    RETURN quote_literal(trim(words))::tsquery;
  END IF;
  SELECT string_agg('(' || spellings || ')', ' & ')::tsquery INTO found FROM (
    SELECT string_agg('(' || beginnings || ')', ' | ') AS spellings
    FROM regexp_split_to_table(words, '\s+') AS typed
    CROSS JOIN LATERAL unnest(ARRAY[typed, spell_umlauts(typed), regexp_replace(fold(typed), E'[''\\u2010-\\u2015-]', '', 'g')]) AS spelling
    CROSS JOIN LATERAL (
      SELECT string_agg(quote_literal(word) || ':*', ' & ') AS beginnings FROM split_words(fold(spelling)) AS word
    ) AS spelt
    WHERE beginnings IS NOT NULL GROUP BY typed
  ) AS word;
  RETURN found;
END $$;
