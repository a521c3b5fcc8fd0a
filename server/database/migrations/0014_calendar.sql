CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "chair" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "chair_name_length" CHECK (length("chair"."name") between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "clinic_day" (
	"date" date PRIMARY KEY NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "clinic_day_note_length" CHECK (length("clinic_day"."note") <= 100)
);
--> statement-breakpoint
CREATE TABLE "clinic_day_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"date" date NOT NULL,
	"opens" integer NOT NULL,
	"closes" integer NOT NULL,
	CONSTRAINT "clinic_day_hours_of_a_day" CHECK (0 <= "clinic_day_hours"."opens" and "clinic_day_hours"."opens" < "clinic_day_hours"."closes" and "clinic_day_hours"."closes" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "clinic_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"weekday" integer NOT NULL,
	"opens" integer NOT NULL,
	"closes" integer NOT NULL,
	CONSTRAINT "clinic_hours_weekday" CHECK ("clinic_hours"."weekday" between 1 and 7),
	CONSTRAINT "clinic_hours_of_a_day" CHECK (0 <= "clinic_hours"."opens" and "clinic_hours"."opens" < "clinic_hours"."closes" and "clinic_hours"."closes" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "clinic_policy" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"grid_minutes" integer DEFAULT 30 NOT NULL,
	"notice_minutes" integer DEFAULT 0 NOT NULL,
	"horizon_days" integer DEFAULT 365 NOT NULL,
	"max_upcoming" integer DEFAULT 20 NOT NULL,
	"free_cancel_hours" integer DEFAULT 24 NOT NULL,
	"reminder_hours" integer DEFAULT 24 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "clinic_policy_once" CHECK ("clinic_policy"."only"),
	CONSTRAINT "clinic_policy_grid" CHECK ("clinic_policy"."grid_minutes" between 5 and 240),
	CONSTRAINT "clinic_policy_notice" CHECK ("clinic_policy"."notice_minutes" between 0 and 20160),
	CONSTRAINT "clinic_policy_horizon" CHECK ("clinic_policy"."horizon_days" between 1 and 3650),
	CONSTRAINT "clinic_policy_upcoming" CHECK ("clinic_policy"."max_upcoming" between 1 and 1000),
	CONSTRAINT "clinic_policy_free_cancel" CHECK ("clinic_policy"."free_cancel_hours" between 0 and 720),
	CONSTRAINT "clinic_policy_reminder" CHECK ("clinic_policy"."reminder_hours" between 1 and 336)
);
--> statement-breakpoint
CREATE TABLE "doctor_absence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doctor_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "doctor_absence_in_order" CHECK ("doctor_absence"."first_day" <= "doctor_absence"."last_day"),
	CONSTRAINT "doctor_absence_note_length" CHECK (length("doctor_absence"."note") <= 200)
);
--> statement-breakpoint
CREATE TABLE "doctor_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"doctor_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"starts" integer NOT NULL,
	"ends" integer NOT NULL,
	CONSTRAINT "doctor_hours_weekday" CHECK ("doctor_hours"."weekday" between 1 and 7),
	CONSTRAINT "doctor_hours_of_a_day" CHECK (0 <= "doctor_hours"."starts" and "doctor_hours"."starts" < "doctor_hours"."ends" and "doctor_hours"."ends" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "doctor_treatment" (
	"doctor_id" uuid NOT NULL,
	"treatment_id" uuid NOT NULL,
	CONSTRAINT "doctor_treatment_once" PRIMARY KEY("doctor_id","treatment_id")
);
--> statement-breakpoint
DROP INDEX "booking_slot_once";--> statement-breakpoint
DROP INDEX "booking_patient_time_once";--> statement-breakpoint
DROP INDEX "booking_patient_once";--> statement-breakpoint
DROP INDEX "doctor_email_once";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "busy" "tstzrange";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "doctor_id" uuid;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "chair_id" uuid;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "status" text DEFAULT 'booked' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "duration_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "buffer_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinic_day_hours" ADD CONSTRAINT "clinic_day_hours_date_clinic_day_date_fk" FOREIGN KEY ("date") REFERENCES "public"."clinic_day"("date") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_absence" ADD CONSTRAINT "doctor_absence_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_hours" ADD CONSTRAINT "doctor_hours_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_treatment" ADD CONSTRAINT "doctor_treatment_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_treatment" ADD CONSTRAINT "doctor_treatment_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chair_name_once" ON "chair" USING btree (lower("name")) WHERE "chair"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "doctor_absence_of_doctor" ON "doctor_absence" USING btree ("doctor_id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_chair_id_chair_id_fk" FOREIGN KEY ("chair_id") REFERENCES "public"."chair"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Existing doctors perform their specialty.
INSERT INTO "doctor_treatment" ("doctor_id", "treatment_id")
  SELECT "doctor"."id", "treatment"."id" FROM "doctor" JOIN "treatment" ON "treatment"."name" = "doctor"."specialty";
--> statement-breakpoint
-- The doctors of a treatment that had fewer slots than others work at its slots only. Adjoining slots become one period.
INSERT INTO "doctor_hours" ("doctor_id", "weekday", "starts", "ends")
  SELECT "doctor"."id", weekday, min(period.starts), max(period.ends)
  FROM (
    SELECT name, starts, ends, count(*) FILTER (WHERE begins) OVER (PARTITION BY name ORDER BY starts) AS number
    FROM (
      SELECT name, starts, ends, starts IS DISTINCT FROM lag(ends) OVER (PARTITION BY name ORDER BY starts) AS begins
      FROM (
        SELECT name,
          extract(epoch FROM replace(left(slot, 8), '.', ':')::time)::integer / 60 AS starts,
          coalesce(nullif(extract(epoch FROM replace(right(slot, 8), '.', ':')::time)::integer / 60, 0), 1440) AS ends
        FROM "treatment", unnest("slots") AS slot
        WHERE cardinality("slots") < (SELECT max(cardinality("slots")) FROM "treatment")
      ) AS slots
    ) AS marked
  ) AS period
  JOIN "doctor" ON "doctor"."specialty" = period.name
  CROSS JOIN generate_series(1, 7) AS weekday
  GROUP BY "doctor"."id", weekday, period.number;
--> statement-breakpoint
-- The server sets clinic.time_zone before it migrates. The first doctor of a treatment has its bookings.
UPDATE "booking" SET
  "status" = CASE WHEN "cancelled_at" IS NULL THEN 'booked' ELSE 'cancelled' END,
  "starts_at" = ("date" + replace(left("slot", 8), '.', ':')::time) AT TIME ZONE current_setting('clinic.time_zone'),
  "doctor_id" = (
    SELECT "doctor"."id" FROM "doctor" JOIN "doctor_treatment" ON "doctor_id" = "doctor"."id"
    WHERE "doctor_treatment"."treatment_id" = "booking"."treatment_id" ORDER BY "created_at", "doctor"."id" LIMIT 1
  );
--> statement-breakpoint
UPDATE "booking" SET
  "ends_at" = "starts_at" + (replace(right("slot", 8), '.', ':')::time - replace(left("slot", 8), '.', ':')::time),
  "busy" = tstzrange("starts_at", "starts_at" + (replace(right("slot", 8), '.', ':')::time - replace(left("slot", 8), '.', ':')::time));
--> statement-breakpoint
-- A patient keeps appointments that overlap. The one booked first counts.
UPDATE "booking" SET "overridden" = true WHERE "status" <> 'cancelled' AND NOT "overridden" AND EXISTS (
  SELECT FROM "booking" AS earlier
  WHERE earlier."patient_id" = "booking"."patient_id" AND earlier."busy" && "booking"."busy"
    AND earlier."status" <> 'cancelled' AND NOT earlier."overridden" AND (earlier."created_at", earlier."id") < ("booking"."created_at", "booking"."id")
);
--> statement-breakpoint
ALTER TABLE "booking" ALTER COLUMN "starts_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ALTER COLUMN "ends_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ALTER COLUMN "busy" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_by_start" ON "booking" USING btree ("starts_at") WHERE "booking"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "booking_overridden" ON "booking" USING btree ("starts_at") WHERE "booking"."overridden" and "booking"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "booking_patient_once" ON "booking" USING btree ("patient_id","treatment_id","date") WHERE "booking"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_email_once" ON "doctor" USING btree ("email") WHERE "doctor"."left_at" is null;--> statement-breakpoint
ALTER TABLE "treatment" DROP COLUMN "slots";--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_note_length" CHECK (length("booking"."note") <= 200);--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_status_known" CHECK ("booking"."status" in ('booked', 'arrived', 'done', 'no-show', 'cancelled'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_cancelled_at" CHECK (("booking"."status" = 'cancelled') = ("booking"."cancelled_at" is not null));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_busy_from_start" CHECK ("booking"."starts_at" < "booking"."ends_at" and lower("booking"."busy") = "booking"."starts_at" and upper("booking"."busy") >= "booking"."ends_at");--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_duration" CHECK ("treatment"."duration_minutes" between 5 and 480);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_buffer" CHECK ("treatment"."buffer_minutes" between 0 and 120);--> statement-breakpoint
-- Nothing is booked twice. Ranges are half-open, so that appointments may adjoin.
ALTER TABLE "booking" ADD CONSTRAINT "booking_doctor_once" EXCLUDE USING gist ("doctor_id" WITH =, "busy" WITH &&)
  WHERE ("doctor_id" IS NOT NULL AND "status" <> 'cancelled' AND NOT "overridden");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_chair_once" EXCLUDE USING gist ("chair_id" WITH =, "busy" WITH &&)
  WHERE ("chair_id" IS NOT NULL AND "status" <> 'cancelled' AND NOT "overridden");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_treatment_once" EXCLUDE USING gist ("treatment_id" WITH =, "busy" WITH &&)
  WHERE ("doctor_id" IS NULL AND "status" <> 'cancelled' AND NOT "overridden");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_patient_time_once" EXCLUDE USING gist ("patient_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("status" <> 'cancelled' AND NOT "overridden");--> statement-breakpoint
ALTER TABLE "clinic_hours" ADD CONSTRAINT "clinic_hours_apart" EXCLUDE USING gist ("weekday" WITH =, int4range("opens", "closes") WITH &&);--> statement-breakpoint
ALTER TABLE "clinic_day_hours" ADD CONSTRAINT "clinic_day_hours_apart" EXCLUDE USING gist ("date" WITH =, int4range("opens", "closes") WITH &&);--> statement-breakpoint
ALTER TABLE "doctor_hours" ADD CONSTRAINT "doctor_hours_apart" EXCLUDE USING gist ("doctor_id" WITH =, "weekday" WITH =, int4range("starts", "ends") WITH &&);--> statement-breakpoint
DROP TRIGGER booking_moved ON booking;--> statement-breakpoint
CREATE TRIGGER booking_moved AFTER UPDATE OF date, starts_at, busy, treatment_id, doctor_id, chair_id, status, overridden ON booking
  FOR EACH ROW EXECUTE FUNCTION notify_booking_changed();--> statement-breakpoint
DROP TRIGGER booking_truncated ON booking;--> statement-breakpoint
DROP TRIGGER treatment_changed ON treatment;--> statement-breakpoint
DROP FUNCTION notify_treatment_changed();--> statement-breakpoint
-- A change of the clinic's rules excludes bookings until it is committed: they hold the same lock, shared (docs/decisions/0031).
CREATE FUNCTION lock_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305115);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION publish_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE clinic_policy SET version = version + 1;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_truncated AFTER TRUNCATE ON booking FOR EACH STATEMENT EXECUTE FUNCTION notify_rules_changed();--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY '{treatment,doctor,doctor_treatment,doctor_hours,doctor_absence,chair,clinic_hours,clinic_day,clinic_day_hours}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER rules_locked BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION lock_rules()', name);
    EXECUTE format('CREATE TRIGGER rules_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION publish_rules()', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE ON clinic_policy FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();--> statement-breakpoint
-- Not after an update of the version, which publish_rules makes.
CREATE TRIGGER rules_changed AFTER INSERT OR UPDATE OF grid_minutes, notice_minutes, horizon_days, max_upcoming, free_cancel_hours, reminder_hours ON clinic_policy
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();--> statement-breakpoint
-- A doctor performs the treatment that is their specialty, and keeps it when it gets another name.
CREATE FUNCTION perform_specialty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO doctor_treatment (doctor_id, treatment_id)
    SELECT NEW.id, treatment.id FROM treatment WHERE treatment.name = NEW.specialty ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER doctor_performs_specialty AFTER INSERT OR UPDATE OF specialty ON doctor FOR EACH ROW EXECUTE FUNCTION perform_specialty();--> statement-breakpoint
CREATE FUNCTION rename_specialty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE doctor SET specialty = NEW.name WHERE specialty = OLD.name;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER treatment_renamed AFTER UPDATE OF name ON treatment
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_specialty();--> statement-breakpoint
DROP TRIGGER booking_upcoming_limited ON booking;--> statement-breakpoint
DROP FUNCTION limit_upcoming_bookings();--> statement-breakpoint
-- A booking by a patient sets clinic.rules_version and clinic.today. It is inserted only if the rules still have this version and the patient
-- has room for another appointment. Each query of a function sees what is committed when it starts, so this one sees a change of the rules
-- that the booking waited for. The second lock makes inserts for one patient take turns, so that each counts what the others have committed.
CREATE FUNCTION admit_booking() RETURNS trigger LANGUAGE plpgsql AS $$
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
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.patient_id, 0));
  IF (
    SELECT count(*) FROM booking
    WHERE patient_id = NEW.patient_id AND date >= current_setting('clinic.today')::date AND status <> 'cancelled'
  ) >= policy.max_upcoming THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_admitted BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION admit_booking();
