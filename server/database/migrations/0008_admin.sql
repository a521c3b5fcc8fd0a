CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"client_address" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'add-doctor', 'delete-doctor', 'upload-photo'))
);
--> statement-breakpoint
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
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