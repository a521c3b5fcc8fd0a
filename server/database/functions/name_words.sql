-- The words by which a text is found: its parts between all signs, and those without apostrophes and hyphens, so that
-- O'Brien is o, brien and obrien. Umlauts count in every spelling: Müller is muller and mueller, and so is Mueller. Most
-- texts have no umlaut, and folding takes most of the time.
CREATE OR REPLACE FUNCTION name_words(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  spelt text := public.spell_umlauts(words);
  folded text := public.fold(words);
  forms text[] := ARRAY[folded, public.join_umlauts(folded)];
BEGIN
  IF spelt <> words THEN
    forms := forms || public.fold(spelt);
  END IF;
  IF folded ~ E'[''\\u2010-\\u2015-]' THEN
    forms := forms || (SELECT array_agg(regexp_replace(form, E'[''\\u2010-\\u2015-]', '', 'g')) FROM unnest(forms) AS form);
  END IF;
  RETURN (
    SELECT coalesce(array_agg(DISTINCT word), '{}')
    FROM (SELECT DISTINCT form FROM unnest(forms) AS form) AS one CROSS JOIN LATERAL public.split_words(form) AS word
  );
END $$;
