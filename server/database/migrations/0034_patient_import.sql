CREATE TABLE "patient_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"headings" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"date_order" text NOT NULL,
	"choices" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"actor" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patient_import_kind_known" CHECK ("patient_import"."kind" in ('patients', 'appointments')),
	CONSTRAINT "patient_import_state_known" CHECK ("patient_import"."state" in ('reading', 'uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "patient_import_row" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"cells" jsonb,
	"values" jsonb,
	"problems" jsonb,
	"name_key" text,
	"email" text,
	"birth_date" date,
	"phone_keys" jsonb,
	"old_id" text,
	"day" date,
	"like_kind" text,
	"like_patient" text,
	"like_row" integer,
	"patient_id" text,
	"booking_id" uuid,
	"filled" jsonb,
	"reason" text,
	CONSTRAINT "patient_import_row_once" PRIMARY KEY("import_id","row"),
	CONSTRAINT "patient_import_row_state_known" CHECK ("patient_import_row"."state" in ('waiting', 'parsed', 'ready', 'outside', 'faulty', 'added', 'updated', 'skipped', 'undone', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "patient_old_id" (
	"old_id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "patient_import_row" ADD CONSTRAINT "patient_import_row_import_id_patient_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."patient_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_old_id" ADD CONSTRAINT "patient_old_id_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "patient_import_one_at_a_time" ON "patient_import" USING btree ((true)) WHERE "patient_import"."state" in ('checking', 'importing', 'undoing');--> statement-breakpoint
CREATE INDEX "patient_import_by_hash" ON "patient_import" USING btree ("file_hash");--> statement-breakpoint
CREATE INDEX "patient_import_row_by_state" ON "patient_import_row" USING btree ("import_id","state","day","row");--> statement-breakpoint
CREATE INDEX "patient_import_row_by_name" ON "patient_import_row" USING btree ("import_id","name_key");--> statement-breakpoint
CREATE INDEX "patient_import_row_by_email" ON "patient_import_row" USING btree ("import_id","email");--> statement-breakpoint
CREATE INDEX "patient_import_row_by_old_id" ON "patient_import_row" USING btree ("import_id","old_id");--> statement-breakpoint
CREATE INDEX "patient_import_row_of_patient" ON "patient_import_row" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "patient_old_id_of_patient" ON "patient_old_id" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "patient_by_fold" ON "patient" USING btree (fold("name"));--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));