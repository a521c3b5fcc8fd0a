CREATE TABLE "chair_treatment" (
	"chair_id" uuid NOT NULL,
	"treatment_id" uuid NOT NULL,
	CONSTRAINT "chair_treatment_once" PRIMARY KEY("chair_id","treatment_id")
);
--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "online_booking" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor_hours" ADD COLUMN "week" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "online" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "chair_treatment" ADD CONSTRAINT "chair_treatment_chair_id_chair_id_fk" FOREIGN KEY ("chair_id") REFERENCES "public"."chair"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chair_treatment" ADD CONSTRAINT "chair_treatment_treatment_id_treatment_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_hours" ADD CONSTRAINT "doctor_hours_week" CHECK ("doctor_hours"."week" between 0 and 2);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_color" CHECK ("treatment"."color" in ('teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate', 'orange'));
--> statement-breakpoint
-- Hours of weeks A and B may overlap each other, and neither may overlap those of every week.
ALTER TABLE "doctor_hours" DROP CONSTRAINT "doctor_hours_apart";--> statement-breakpoint
ALTER TABLE "doctor_hours" ADD CONSTRAINT "doctor_hours_apart" EXCLUDE USING gist (
  "doctor_id" WITH =, "weekday" WITH =, int4range("starts", "ends") WITH &&,
  (int4range(CASE WHEN "week" = 2 THEN 2 ELSE 1 END, CASE WHEN "week" = 1 THEN 2 ELSE 3 END)) WITH &&
);--> statement-breakpoint
CREATE OR REPLACE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON chair_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();--> statement-breakpoint
CREATE OR REPLACE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON chair_treatment
  FOR EACH ROW EXECUTE FUNCTION publish_rules();--> statement-breakpoint
CREATE OR REPLACE TRIGGER rules_truncated AFTER TRUNCATE ON chair_treatment
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();
