DROP INDEX "appointment_notice_reminder_once";--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD COLUMN "hours_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "more_reminder_hours" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "result" text;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_notice_reminder_once" ON "appointment_notice" USING btree ("booking_id","starts_at","hours_before") WHERE "appointment_notice"."kind" = 'reminder';--> statement-breakpoint
ALTER TABLE "appointment_notice" DROP CONSTRAINT "appointment_notice_once";
--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD CONSTRAINT "appointment_notice_once" PRIMARY KEY("booking_id","kind","sequence","hours_before");--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD CONSTRAINT "clinic_policy_more_reminders" CHECK (cardinality("clinic_policy"."more_reminder_hours") <= 3 and 1 <= all("clinic_policy"."more_reminder_hours") and 336 >= all("clinic_policy"."more_reminder_hours"));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_result_known" CHECK ("mail"."result" in ('sent', 'refused', 'expired', 'outdated'));--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_category" CHECK (length("treatment"."category") <= 60);
--> statement-breakpoint
-- Each change of the rules gives them a new version, and tells every instance. A booking by an older version is
-- refused (admit_booking).
CREATE OR REPLACE FUNCTION publish_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE clinic_policy SET version = version + 1;
  PERFORM pg_notify('rules_changed', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON block
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON chair
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR UPDATE OF grid_minutes, notice_minutes, horizon_days, max_upcoming,
  free_cancel_hours, grace_minutes, reminder_hours, more_reminder_hours ON clinic_policy
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_absence
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_hours
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON doctor_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
