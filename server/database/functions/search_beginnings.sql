-- The query for rows of which each word of a text begins a word. server/user/store.ts and server/doctor/store.ts
-- search by it.
CREATE OR REPLACE FUNCTION search_beginnings(words text)
  RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery FROM unnest(search_words(words))
$$;
