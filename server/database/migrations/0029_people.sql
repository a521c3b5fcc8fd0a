-- A text as names are compared: in small letters, without accents, apostrophes as one sign. Cyrillic, Greek and
-- Armenian capitals are listed, because lower() knows them in some locales only.
CREATE OR REPLACE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(normalize(words, NFKD)),
        'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐҒҚҢҮҰҺӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςŁłØøĐđÐðĦħŦŧıʼ‘’ʹ`´ˈ',
        'абвгдежзиклмнопрстуфхцчшщъыьэюяђєіјљњћџґғқңүұһөαβγδεζηθικλμνξοπρστυφχψωσllooddddhhtti'''''''''''''''
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]',
    '', 'g'), NFC)
$$;
--> statement-breakpoint
-- A text with its umlauts spelt by two letters, as in Mueller.
CREATE OR REPLACE FUNCTION spell_umlauts(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT replace(replace(replace(replace(replace(
    translate(normalize(words, NFC), 'ÄÖÜØÅ', 'äöüøå'),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')
$$;
--> statement-breakpoint
-- The parts of a folded text between all signs.
CREATE OR REPLACE FUNCTION split_words(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM regexp_split_to_table(
    folded,
    E'[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\u2000-\\u206f\\u3000-\\u3002]+'
  ) AS word WHERE word <> ''
$$;
--> statement-breakpoint
-- The words by which a text is found: its parts between all signs, and those without apostrophes and hyphens, so that
-- O'Brien is o, brien and obrien. Umlauts count in both spellings: Müller is muller and mueller.
CREATE OR REPLACE FUNCTION name_words(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(DISTINCT word), '{}')
    FROM unnest(ARRAY[public.fold(words), public.fold(public.spell_umlauts(words))]) AS folded
    CROSS JOIN LATERAL unnest(ARRAY[folded, regexp_replace(folded, E'[''\\u2010-\\u2015-]', '', 'g')]) AS form
    CROSS JOIN LATERAL public.split_words(form) AS word
  );
END $$;
--> statement-breakpoint
-- The words by which server/patient/search-store.ts finds a patient. The cost tells the planner that they are worth an
-- index. Functions of an index name the schema, because PostgreSQL builds indexes without a search path.
CREATE OR REPLACE FUNCTION patient_words(name text, email text, birth_date date)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN array_to_tsvector(public.name_words(name) || public.name_words(coalesce(email, '')) || array_remove(ARRAY[birth_date::text], NULL));
END $$;
--> statement-breakpoint
-- The query for patients of whom each word of a text begins a word, in one of its spellings. A date finds those who were
-- born then. Returns null for a text without words.
CREATE OR REPLACE FUNCTION patient_beginnings(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  found tsquery;
BEGIN
  IF words ~ '^\s*\d{4}-\d{2}-\d{2}\s*$' THEN
    RETURN quote_literal(trim(words))::tsquery;
  END IF;
  SELECT string_agg('(' || spellings || ')', ' & ')::tsquery INTO found FROM (
    SELECT string_agg('(' || beginnings || ')', ' | ') AS spellings
    FROM regexp_split_to_table(words, '\s+') AS typed
    CROSS JOIN LATERAL unnest(ARRAY[typed, spell_umlauts(typed), regexp_replace(fold(typed), E'[''\\u2010-\\u2015-]', '', 'g')]) AS spelling
    CROSS JOIN LATERAL (
      SELECT string_agg(quote_literal(word) || ':*', ' & ') AS beginnings FROM split_words(fold(spelling)) AS word
    ) AS spelt
    WHERE beginnings IS NOT NULL GROUP BY typed
  ) AS word;
  RETURN found;
END $$;
--> statement-breakpoint
-- The digits by which a phone number is found: without the (0) of +44 (0)20. Arabic, Persian and Devanagari digits count
-- too.
CREATE OR REPLACE FUNCTION phone_digits(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(replace(translate(
    normalize(number, NFKC),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'
  ), '(0)', ''), '\D', '', 'g')
$$;
--> statement-breakpoint
DROP FUNCTION keep_patient_phone CASCADE;
--> statement-breakpoint
DROP FUNCTION refuse_erased_patient CASCADE;
--> statement-breakpoint
DROP TABLE patient_phone;
--> statement-breakpoint
CREATE TABLE "patient" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"birth_date" date,
	"email" text,
	"language" text,
	"contact" text DEFAULT 'email' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	"merged_into" text,
	CONSTRAINT "patient_email_lower" CHECK ("patient"."email" = lower("patient"."email")),
	CONSTRAINT "patient_contact_known" CHECK ("patient"."contact" in ('email', 'sms', 'phone', 'none')),
	CONSTRAINT "patient_notes_length" CHECK (length("patient"."notes") <= 20000)
);
--> statement-breakpoint
CREATE TABLE "patient_user" (
	"user_id" text NOT NULL,
	"patient_id" text NOT NULL,
	"relation" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patient_user_once" PRIMARY KEY("user_id","patient_id"),
	CONSTRAINT "patient_user_relation_known" CHECK ("patient_user"."relation" in ('self', 'child', 'partner', 'parent', 'other'))
);
--> statement-breakpoint
CREATE TABLE "patient_phone" (
	"patient_id" text NOT NULL,
	"number" text NOT NULL,
	"digits" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patient_phone_once" PRIMARY KEY("patient_id","digits"),
	CONSTRAINT "patient_phone_length" CHECK (length("patient_phone"."number") <= 40)
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "booked_by" text;
--> statement-breakpoint
-- Every account becomes an account with a patient of its own, with the same id. Those without email, and those that
-- were erased, are patients only.
INSERT INTO patient (id, name, email, contact, created_at, erased_at)
  SELECT id, name, CASE WHEN email NOT LIKE '%@patients.invalid' THEN email END,
    CASE WHEN erased_at IS NOT NULL THEN 'none' WHEN email LIKE '%@patients.invalid' THEN 'phone' ELSE 'email' END,
    created_at, erased_at
  FROM "user"
  WHERE erased_at IS NULL OR EXISTS (SELECT FROM booking WHERE patient_id = "user".id)
    OR EXISTS (SELECT FROM payment_intent WHERE patient_id = "user".id);
--> statement-breakpoint
INSERT INTO patient_user (user_id, patient_id, relation, created_at)
  SELECT id, id, 'self', created_at FROM "user" WHERE email NOT LIKE '%@patients.invalid' AND erased_at IS NULL;
--> statement-breakpoint
INSERT INTO patient_phone (patient_id, number, digits, created_at)
  SELECT DISTINCT ON (patient_id, phone_digits(phone)) patient_id, phone, phone_digits(phone), created_at
  FROM booking WHERE phone <> '' ORDER BY patient_id, phone_digits(phone), created_at DESC;
--> statement-breakpoint
ALTER TABLE "calendar_feed" DROP CONSTRAINT "calendar_feed_of_one";
--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT "booking_patient_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "calendar_feed" DROP CONSTRAINT "calendar_feed_patient_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "payment_intent" DROP CONSTRAINT "payment_intent_patient_id_user_id_fk";
--> statement-breakpoint
DROP INDEX "calendar_feed_of_patient_once";
--> statement-breakpoint
DROP INDEX "booking_patient_once";
--> statement-breakpoint
DROP INDEX "user_by_email";
--> statement-breakpoint
DROP INDEX "user_by_name";
--> statement-breakpoint
DROP INDEX "user_by_age";
--> statement-breakpoint
DROP INDEX "user_by_role";
--> statement-breakpoint
UPDATE booking SET booked_by = CASE WHEN NOT booked_by_staff AND patient NOT LIKE '%@patients.invalid' THEN patient_id END,
  patient = CASE WHEN patient LIKE '%@patients.invalid' THEN '' ELSE patient END
  WHERE NOT booked_by_staff OR patient LIKE '%@patients.invalid';
--> statement-breakpoint
ALTER TABLE "booking" DROP COLUMN "booked_by_staff";
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "second_that_day" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "calendar_feed" RENAME COLUMN "patient_id" TO "user_id";
--> statement-breakpoint
DELETE FROM "user" WHERE email LIKE '%@patients.invalid' OR erased_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "erased_at";
--> statement-breakpoint
ALTER TABLE "patient_phone" ADD CONSTRAINT "patient_phone_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "patient_phone_by_digits" ON "patient_phone" USING gin (digit_groups("digits"));
--> statement-breakpoint
ALTER TABLE "patient" ADD CONSTRAINT "patient_merged_into_patient_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patient_user" ADD CONSTRAINT "patient_user_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patient_user" ADD CONSTRAINT "patient_user_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "patient_by_words" ON "patient" USING gin (patient_words("name", "email", "birth_date"));
--> statement-breakpoint
CREATE INDEX "patient_by_name" ON "patient" USING btree (lower("name"),"id") WHERE "patient"."erased_at" is null and "patient"."merged_into" is null;
--> statement-breakpoint
CREATE INDEX "patient_by_email" ON "patient" USING btree ("email") WHERE "patient"."email" is not null;
--> statement-breakpoint
CREATE INDEX "patient_merged" ON "patient" USING btree ("merged_into") WHERE "patient"."merged_into" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "patient_user_self_once" ON "patient_user" USING btree ("user_id") WHERE "patient_user"."relation" = 'self';
--> statement-breakpoint
CREATE INDEX "patient_user_of_patient" ON "patient_user" USING btree ("patient_id");
--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_of_user_once" ON "calendar_feed" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "booking_patient_once" ON "booking" USING btree ("patient_id","treatment_id","date") WHERE "booking"."status" <> 'cancelled' and not "booking"."second_that_day";
--> statement-breakpoint
CREATE INDEX "user_by_name" ON "user" USING btree (lower("name"),"email","name");
--> statement-breakpoint
CREATE INDEX "user_by_age" ON "user" USING btree ("created_at","email");
--> statement-breakpoint
CREATE INDEX "user_by_role" ON "user" USING btree ("role","email");
--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_of_one" CHECK (("calendar_feed"."user_id" is null) <> ("calendar_feed"."doctor_id" is null));
--> statement-breakpoint
-- Each account has its own patient.
CREATE OR REPLACE FUNCTION add_own_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text := gen_random_uuid()::text;
BEGIN
  INSERT INTO patient (id, name, email, created_at) VALUES (own, NEW.name, NEW.email, NEW.created_at);
  INSERT INTO patient_user (user_id, patient_id, relation) VALUES (NEW.id, own, 'self');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_is_a_patient AFTER INSERT ON "user"
  FOR EACH ROW EXECUTE FUNCTION add_own_patient();
--> statement-breakpoint
-- Refuses a booking by an account whose patients have as many upcoming appointments as the clinic permits, or by rules
-- that have changed since. It applies to inserts that set clinic.rules_version and clinic.today: those of
-- server/booking/insert-store.ts (docs/decisions/0021, 0031).
CREATE OR REPLACE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  expected integer := nullif(current_setting('clinic.rules_version', true), '')::integer;
  policy record;
BEGIN
  IF expected IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7305115);
  SELECT version, max_upcoming INTO policy FROM clinic_policy;
  IF policy.version IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.booked_by, 0));
  IF (
    SELECT count(*) FROM booking
    WHERE patient_id IN (SELECT patient_id FROM patient_user WHERE user_id = NEW.booked_by)
      AND date >= current_setting('clinic.today')::date AND status <> 'cancelled'
  ) >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_admitted BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_booking();
--> statement-breakpoint
-- A booking goes to the record that its patient's was merged into, and nobody can book for a patient who is being
-- erased. merge_patient() and an erasure (server/privacy/erasure/erasure.ts) lock the row of the patient first.
CREATE OR REPLACE FUNCTION admit_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  LOOP
    SELECT erased_at, merged_into INTO found FROM patient WHERE id = NEW.patient_id FOR KEY SHARE;
    IF found.erased_at IS NOT NULL THEN
      RETURN NULL;
    END IF;
    EXIT WHEN found.merged_into IS NULL;
    NEW.patient_id := found.merged_into;
  END LOOP;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_of_a_person BEFORE INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION admit_patient();
--> statement-breakpoint
-- A new password ends all sessions, links and the calendar feed of its user. If nobody has confirmed the email, it
-- also removes every other way to sign in, which a stranger may have added (docs/decisions/0062).
-- server/auth/store.ts sets clinic.same_password to replace the hash only.
CREATE OR REPLACE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.same_password', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  DELETE FROM verification WHERE value = NEW.user_id;
  DELETE FROM session WHERE user_id = NEW.user_id;
  DELETE FROM calendar_feed WHERE user_id = NEW.user_id;
  IF EXISTS (SELECT FROM "user" WHERE id = NEW.user_id AND NOT email_verified) THEN
    DELETE FROM passkey WHERE user_id = NEW.user_id;
    DELETE FROM two_factor WHERE user_id = NEW.user_id;
    UPDATE "user" SET two_factor_enabled = false WHERE id = NEW.user_id AND two_factor_enabled;
    DELETE FROM account WHERE user_id = NEW.user_id AND id <> NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER password_changed AFTER UPDATE OF password ON account
  FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password)
  EXECUTE FUNCTION end_sessions_of_password();
CREATE OR REPLACE TRIGGER password_set AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.password IS NOT NULL)
  EXECUTE FUNCTION end_sessions_of_password();
--> statement-breakpoint
-- The email of an account's own patient follows the account's.
CREATE OR REPLACE FUNCTION keep_own_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE patient SET email = NEW.email
  FROM patient_user WHERE user_id = NEW.id AND relation = 'self' AND patient.id = patient_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_email_changed AFTER UPDATE OF email ON "user"
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email)
  EXECUTE FUNCTION keep_own_email();
--> statement-breakpoint
-- Adds the phone number of an appointment to those of its patient.
CREATE OR REPLACE FUNCTION keep_patient_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO patient_phone (patient_id, number) VALUES (NEW.patient_id, NEW.phone) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_phone_kept AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.phone <> '') EXECUTE FUNCTION keep_patient_phone();
--> statement-breakpoint
-- Keeps the digits of a phone number, by which server/patient/search-store.ts finds it.
CREATE OR REPLACE FUNCTION keep_phone_digits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digits := phone_digits(NEW.number);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER patient_phone_digits BEFORE INSERT OR UPDATE OF number ON patient_phone
  FOR EACH ROW EXECUTE FUNCTION keep_phone_digits();
--> statement-breakpoint
-- The address for emails about an appointment: that of the account that booked it, while it may act for the patient;
-- else the patient's own, else that of the account that has acted for them longest. Empty if nobody has one.
CREATE OR REPLACE FUNCTION recipient_of(for_patient text, booked_by text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient AND user_id = booked_by),
    (SELECT email FROM patient WHERE id = for_patient),
    (SELECT email FROM patient_user JOIN "user" ON "user".id = user_id WHERE patient_id = for_patient
      ORDER BY relation = 'self' DESC, patient_user.created_at, user_id LIMIT 1),
    ''
  );
END $$;
--> statement-breakpoint
-- Moves all that belongs to one record of a person to another, which has their data from then on. The other's values
-- stay where it has any. Appointments that both records have at one time stay, exempt from the constraints. Returns
-- false, and changes nothing, if one of the records is erased or was merged already.
CREATE OR REPLACE FUNCTION merge_patient(former text, kept text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- The bookings before the persons, in the order of every other transaction.
  PERFORM FROM booking WHERE patient_id IN (former, kept) ORDER BY id FOR UPDATE;
  PERFORM FROM patient WHERE id IN (former, kept) ORDER BY id FOR UPDATE;
  IF (SELECT count(*) FROM patient WHERE id IN (former, kept) AND erased_at IS NULL AND merged_into IS NULL) < 2 THEN
    RETURN false;
  END IF;

  UPDATE booking SET overridden = true,
    override_reason = coalesce(nullif(override_reason, ''), 'Two records of the patient were merged')
  WHERE patient_id = former AND status <> 'cancelled' AND NOT overridden AND EXISTS (
    SELECT FROM booking AS other
    WHERE other.patient_id = kept AND other.status <> 'cancelled' AND NOT other.overridden
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(booking.starts_at, booking.ends_at)
  );
  UPDATE booking SET second_that_day = true
  WHERE patient_id = former AND status <> 'cancelled' AND EXISTS (
    SELECT FROM booking AS other
    WHERE other.patient_id = kept AND other.status <> 'cancelled' AND NOT other.second_that_day
      AND other.treatment_id = booking.treatment_id AND other.date = booking.date
  );
  UPDATE booking SET patient_id = kept WHERE patient_id = former;
  -- An account pays without naming an appointment one at a time. A second payment that is open stays with the former
  -- record, which leads to this one.
  UPDATE payment_intent SET patient_id = kept
  WHERE patient_id = former AND NOT (booking_id IS NULL AND state = 'open' AND EXISTS (
    SELECT FROM payment_intent AS other WHERE other.patient_id = kept AND other.booking_id IS NULL AND other.state = 'open'
  ));

  WITH moved AS (DELETE FROM patient_phone WHERE patient_id = former RETURNING number, created_at)
  INSERT INTO patient_phone (patient_id, number, created_at) SELECT kept, number, created_at FROM moved
  ON CONFLICT DO NOTHING;
  WITH moved AS (DELETE FROM patient_user WHERE patient_id = former RETURNING user_id, relation, created_at)
  INSERT INTO patient_user (user_id, patient_id, relation, created_at)
  SELECT user_id, kept, relation, created_at FROM moved
  ON CONFLICT (user_id, patient_id) DO UPDATE SET relation = excluded.relation WHERE excluded.relation = 'self';

  UPDATE patient SET
    birth_date = coalesce(patient.birth_date, other.birth_date),
    -- The email of an account's own patient is the account's.
    email = coalesce(
      (SELECT "user".email FROM patient_user JOIN "user" ON "user".id = user_id
        WHERE patient_id = kept AND relation = 'self' ORDER BY patient_user.created_at LIMIT 1),
      patient.email, other.email
    ),
    language = coalesce(patient.language, other.language),
    notes = concat_ws(E'\n', nullif(patient.notes, ''), nullif(other.notes, '')),
    created_at = least(patient.created_at, other.created_at)
  FROM patient AS other WHERE patient.id = kept AND other.id = former;
  UPDATE patient SET merged_into = kept WHERE former IN (id, merged_into);
  RETURN true;
END $$;
--> statement-breakpoint
-- Whoever confirms an email may act for the patients who have it and for whom no account acts: the clinic already
-- writes to them there. A record with the account's name is the account's own.
CREATE OR REPLACE FUNCTION take_patients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own text;
  found record;
BEGIN
  SELECT patient_id INTO own FROM patient_user WHERE user_id = NEW.id AND relation = 'self';
  FOR found IN
    SELECT id, fold(name) = fold(NEW.name) AS is_own FROM patient
    WHERE email = NEW.email AND erased_at IS NULL AND merged_into IS NULL
      AND NOT EXISTS (SELECT FROM patient_user WHERE patient_id = patient.id)
    ORDER BY created_at, id
  LOOP
    IF found.is_own THEN
      PERFORM merge_patient(found.id, own);
    ELSE
      INSERT INTO patient_user (user_id, patient_id, relation) VALUES (NEW.id, found.id, 'other') ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Triggers of one event run by name: that of add_own_patient() is earlier.
CREATE OR REPLACE TRIGGER user_takes_patients AFTER INSERT OR UPDATE OF email, email_verified ON "user"
  FOR EACH ROW WHEN (NEW.email_verified) EXECUTE FUNCTION take_patients();
