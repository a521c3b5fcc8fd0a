-- A function in SQL starts the executor at each call, which took most of its time. The cost lets the planner see that the words of many users
-- take longer than a look at their index.
CREATE OR REPLACE FUNCTION search_words(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN to_tsvector('simple', regexp_replace(words, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'));
END $$;
--> statement-breakpoint
-- The groups of four digits in a row: "5550142" has 5550, 5501, 5014 and 0142. Null for fewer than four digits.
CREATE FUNCTION digit_groups(digits text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(substr(digits, at, 4)) FROM generate_series(1, length(digits) - 3) AS at
$$;
--> statement-breakpoint
CREATE TABLE "patient_phone" (
	"patient_id" text NOT NULL,
	"digits" text NOT NULL,
	CONSTRAINT "patient_phone_once" PRIMARY KEY("patient_id","digits")
);
--> statement-breakpoint
DROP INDEX "user_by_name";--> statement-breakpoint
DROP INDEX "user_by_age";--> statement-breakpoint
DROP INDEX "user_by_role";--> statement-breakpoint
ALTER TABLE "patient_phone" ADD CONSTRAINT "patient_phone_patient_id_user_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Each booking adds its number to those of its patient. A number is deleted when the patient's last booking with it loses it.
CREATE FUNCTION keep_patient_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM patient_phone WHERE patient_id = OLD.patient_id AND digits = regexp_replace(OLD.phone, '\D', '', 'g') AND NOT EXISTS (
      SELECT FROM booking
      WHERE booking.patient_id = OLD.patient_id AND regexp_replace(booking.phone, '\D', '', 'g') = patient_phone.digits
    );
  END IF;
  INSERT INTO patient_phone (patient_id, digits) SELECT NEW.patient_id, number.digits
    FROM regexp_replace(NEW.phone, '\D', '', 'g') AS number(digits) WHERE number.digits <> '' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_phone_kept AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.phone <> '') EXECUTE FUNCTION keep_patient_phone();--> statement-breakpoint
CREATE TRIGGER booking_phone_changed AFTER UPDATE OF phone ON booking
  FOR EACH ROW WHEN (NEW.phone <> OLD.phone) EXECUTE FUNCTION keep_patient_phone();--> statement-breakpoint
INSERT INTO patient_phone (patient_id, digits)
  SELECT DISTINCT patient_id, regexp_replace(phone, '\D', '', 'g') FROM booking WHERE phone ~ '\d';--> statement-breakpoint
CREATE INDEX "patient_phone_by_digits" ON "patient_phone" USING gin (digit_groups("digits"));--> statement-breakpoint
CREATE INDEX "audit_of_actor" ON "audit" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "booking_of_patient" ON "booking" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "mail_by_done" ON "mail" USING btree ("done_at") WHERE "mail"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_intent_of_patient" ON "payment_intent" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "user_by_email" ON "user" USING btree ("email") WHERE "user"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "user_by_name" ON "user" USING btree (lower("name"),"email","name") WHERE "user"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "user_by_age" ON "user" USING btree ("created_at","email") WHERE "user"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "user_by_role" ON "user" USING btree ("role","email") WHERE "user"."erased_at" is null;