-- Each account has its own patient.
CREATE OR REPLACE FUNCTION add_own_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text := gen_random_uuid()::text;
BEGIN
  INSERT INTO patient (id, name, email, created_at) VALUES (own, NEW.name, NEW.email, NEW.created_at);
  INSERT INTO patient_user (user_id, patient_id, relation, way) VALUES (NEW.id, own, 'self', 'sign-up');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_is_a_patient AFTER INSERT ON "user"
  FOR EACH ROW EXECUTE FUNCTION add_own_patient();
