-- A hash of an address or a phone number in a link, which nobody but its recipient reads.
CREATE OR REPLACE FUNCTION link_hash(contact text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT substr(encode(sha256(convert_to(contact, 'UTF8')), 'hex'), 1, 20)
$$;
