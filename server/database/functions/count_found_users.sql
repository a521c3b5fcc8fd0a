-- Counts the accounts with words that begin like those of a search, up to a number. PostgreSQL expects as many rows from
-- the index as from the table when a word is in all of them, and would make the words of each account again.
CREATE OR REPLACE FUNCTION count_found_users(search text, most integer) RETURNS bigint
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM "user" WHERE search_words(name || ' ' || email) @@ search_beginnings(search) LIMIT most
    ) AS found
  );
END $$;
