-- The words by which a text is found: its parts between all signs, and those without apostrophes and hyphens, so that
-- O'Brien is o, brien and obrien. Umlauts count in both spellings: Müller is muller and mueller.
CREATE OR REPLACE FUNCTION name_words(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(DISTINCT word), '{}')
    FROM unnest(ARRAY[public.fold(words), public.fold(public.spell_umlauts(words))]) AS folded
    CROSS JOIN LATERAL unnest(ARRAY[folded, regexp_replace(folded, E'[''\\u2010-\\u2015-]', '', 'g')]) AS form
    CROSS JOIN LATERAL public.split_words(form) AS word
  );
END $$;
