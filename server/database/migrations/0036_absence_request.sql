CREATE TABLE "absence_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doctor_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "absence_request_in_order" CHECK ("absence_request"."first_day" <= "absence_request"."last_day"),
	CONSTRAINT "absence_request_note_length" CHECK (length("absence_request"."note") <= 200),
	CONSTRAINT "absence_request_reason_length" CHECK (length("absence_request"."reason") <= 200),
	CONSTRAINT "absence_request_state_known" CHECK ("absence_request"."state" in ('open', 'accepted', 'refused', 'withdrawn')),
	CONSTRAINT "absence_request_decided" CHECK (("absence_request"."state" = 'open') = ("absence_request"."decided_at" is null)),
	CONSTRAINT "absence_request_refused_with_reason" CHECK (("absence_request"."state" = 'refused') = ("absence_request"."reason" <> ''))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "absence_request" ADD CONSTRAINT "absence_request_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_request" ADD CONSTRAINT "absence_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_request_of_doctor" ON "absence_request" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "absence_request_of_user" ON "absence_request" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'ask-for-absence', 'withdraw-absence-request', 'refuse-absence', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'import-patients', 'undo-import', 'export-patients', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed', 'absence-decided'));--> statement-breakpoint
ALTER TABLE "absence_request" ADD CONSTRAINT "absence_request_open_once" EXCLUDE USING gist ("doctor_id" WITH =, daterange("first_day", "last_day", '[]') WITH &&) WHERE ("state" = 'open');
