-- A name as names are compared, so that Björn, Bjoern and Bjorn are one. contract/kit/text/fold.ts is the same for
-- pages. Functions of an index name the schema, because PostgreSQL builds indexes without a search path.
CREATE OR REPLACE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.join_umlauts(public.fold(name))
$$;
