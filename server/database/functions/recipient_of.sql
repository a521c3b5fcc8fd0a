-- The address for emails about an appointment: that of the account that booked it, while it sees the patient's
-- appointments; else the patient's own, else that of the account that has seen them longest. Empty if nobody has one.
CREATE OR REPLACE FUNCTION recipient_of(for_patient text, booked_by text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient AND user_id = booked_by
      AND tie_sees(relation, patient_id, patient_user.created_at, agreed_at)),
    (SELECT email FROM patient WHERE id = for_patient),
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient
      AND tie_sees(relation, patient_id, patient_user.created_at, agreed_at)
      ORDER BY relation = 'self' DESC, patient_user.created_at, user_id LIMIT 1),
    ''
  );
END $$;
