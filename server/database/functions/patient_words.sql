-- The words by which server/patient/search-store.ts finds a patient. The cost tells the planner that they are worth an
-- index. Functions of an index name the schema, because PostgreSQL builds indexes without a search path.
CREATE OR REPLACE FUNCTION patient_words(name text, email text, birth_date date)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN array_to_tsvector(public.name_words(name) || public.name_words(coalesce(email, '')) || array_remove(ARRAY[birth_date::text], NULL));
END $$;
