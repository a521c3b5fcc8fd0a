-- A folded text with each umlaut that is spelt by two letters as one: bjoern is bjorn, and haakon is hakon.
CREATE OR REPLACE FUNCTION join_umlauts(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(folded, '([aou])e+', '\1', 'g'), 'aa+', 'a', 'g')
$$;
--> statement-breakpoint
-- A name as names are compared, so that Björn, Bjoern and Bjorn are one. contract/kit/text/fold.ts is the same for
-- pages. Functions of an index name the schema, because PostgreSQL builds indexes without a search path.
CREATE OR REPLACE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.join_umlauts(public.fold(name))
$$;
--> statement-breakpoint
DROP INDEX "patient_by_fold";
--> statement-breakpoint
CREATE INDEX "patient_by_name_key" ON "patient" USING btree (name_key("name"));
--> statement-breakpoint
-- What a check of a file has found already, as it is compared from now on.
UPDATE patient_import_row SET name_key = name_key(name_key) WHERE name_key IS NOT NULL;
--> statement-breakpoint
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
--> statement-breakpoint
-- The words by which accounts and dentists are found. The cost tells the planner that they are worth an index.
CREATE OR REPLACE FUNCTION search_words(words text)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 10000 AS $$
BEGIN
  RETURN array_to_tsvector(public.name_words(words));
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- The query for patients of whom each word of a text begins a word, as search_beginnings() has it. A date finds those who
-- were born then.
CREATE OR REPLACE FUNCTION patient_beginnings(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN CASE
    WHEN words ~ '^\s*\d{4}-\d{2}-\d{2}\s*$' THEN quote_literal(trim(words))::tsquery
    ELSE search_beginnings(words)
  END;
END $$;
--> statement-breakpoint
-- Both have other words now.
REINDEX INDEX patient_by_words;
--> statement-breakpoint
REINDEX INDEX user_by_words;
