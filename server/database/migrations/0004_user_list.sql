-- The words of a text, for finding it by how they begin: "Ann O'Brien ann.b@mail.example" has ann, o, brien, b, mail and example.
CREATE FUNCTION search_words(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_tsvector('simple', regexp_replace(words, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Asks for all words of a text, each as the beginning of one; null, which finds nothing, for a text without words.
CREATE FUNCTION search_beginnings(words text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery FROM unnest(search_words(words))
$$;
--> statement-breakpoint
CREATE INDEX "user_by_words" ON "user" USING gin (search_words("name" || ' ' || "email"));--> statement-breakpoint
CREATE INDEX "user_by_name" ON "user" USING btree (lower("name"),"email");--> statement-breakpoint
CREATE INDEX "user_by_age" ON "user" USING btree ("created_at","email");--> statement-breakpoint
CREATE INDEX "user_by_role" ON "user" USING btree ("role","email");