ALTER TABLE "doctor" ADD COLUMN "languages" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "sentence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "treatment" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD CONSTRAINT "doctor_languages" CHECK (length("doctor"."languages") <= 100);--> statement-breakpoint
ALTER TABLE "doctor" ADD CONSTRAINT "doctor_sentence" CHECK (length("doctor"."sentence") <= 200);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_description" CHECK (length("treatment"."description") <= 200);--> statement-breakpoint
ALTER TABLE "treatment" ADD CONSTRAINT "treatment_reasons" CHECK ("treatment"."reasons" <@ '{check-up,pain,broken-tooth,child,whiter-teeth}'::text[]);