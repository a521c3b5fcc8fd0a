-- The words by which accounts and dentists are found. The cost tells the planner that they are worth an index.
CREATE OR REPLACE FUNCTION search_words(words text)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 10000 AS $$
BEGIN
  RETURN array_to_tsvector(public.name_words(words));
END $$;
