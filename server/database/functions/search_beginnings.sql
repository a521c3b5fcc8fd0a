-- The query for rows of which each word of a text begins a word, in one of its spellings. A beginning has its umlauts as
-- one letter except at its end, and a whole word there too: 'Bjoern' finds Bjorn, and 'Joe' finds Jö and not John.
-- Returns null for a text without words.
CREATE OR REPLACE FUNCTION search_beginnings(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  found tsquery;
BEGIN
  SELECT string_agg('(' || spellings || ')', ' & ')::tsquery INTO found FROM (
    SELECT string_agg('(' || beginnings || ')', ' | ') AS spellings
    FROM regexp_split_to_table(words, '\s+') AS typed
    CROSS JOIN LATERAL (VALUES
      (typed, ':*'),
      (spell_umlauts(typed), ':*'),
      (regexp_replace(fold(typed), E'[''\\u2010-\\u2015-]', '', 'g'), ':*'),
      (regexp_replace(regexp_replace(fold(typed), '([aou])e+(?=[a-z])', '\1', 'g'), 'aa+(?=[a-z])', 'a', 'g'), ':*'),
      (name_key(typed), '')
    ) AS form(spelling, ending)
    CROSS JOIN LATERAL (
      SELECT string_agg(quote_literal(word) || ending, ' & ') AS beginnings FROM split_words(fold(spelling)) AS word
    ) AS spelt
    WHERE beginnings IS NOT NULL GROUP BY typed
  ) AS word;
  RETURN found;
END $$;
