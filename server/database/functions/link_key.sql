-- For whom a link in a message to this address is, in words that is_link_live() reads: the tie of the account with the
-- address, else the address itself, as a hash.
CREATE OR REPLACE FUNCTION link_key(for_patient text, address text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT 'tie:' || patient_user.id FROM patient_user JOIN "user" ON "user".id = user_id
      WHERE patient_id = for_patient AND "user".email = address),
    'address:' || link_hash(address)
  )
$$;
