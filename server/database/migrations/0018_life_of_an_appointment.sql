CREATE TABLE "calendar_feed" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" text,
	"doctor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feed_of_one" CHECK (("calendar_feed"."patient_id" is null) <> ("calendar_feed"."doctor_id" is null))
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_by" text,
	"state" text DEFAULT 'due' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"provider_id" text,
	"check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp with time zone,
	CONSTRAINT "refund_amount_positive" CHECK ("refund"."amount" > 0),
	CONSTRAINT "refund_note_length" CHECK (length("refund"."note") <= 200),
	CONSTRAINT "refund_state_known" CHECK ("refund"."state" in ('due', 'pending', 'succeeded', 'failed', 'void')),
	CONSTRAINT "refund_succeeded_at" CHECK (("refund"."state" = 'succeeded') = ("refund"."succeeded_at" is not null)),
	CONSTRAINT "refund_reason_known" CHECK ("refund"."reason" in ('cancelled', 'by-staff', 'second-payment', 'settles-nothing', 'unclaimed', 'at-provider'))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "payment_ledger" DROP CONSTRAINT "payment_ledger_kind_known";--> statement-breakpoint
DROP INDEX "payment_intent_due";--> statement-breakpoint
DROP INDEX "payment_ledger_step_once";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "refunding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "status_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_intent" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intent" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "payment_intent" ADD COLUMN "disputed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_patient_id_user_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_intent_id_payment_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intent"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_of_patient_once" ON "calendar_feed" USING btree ("patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_of_doctor_once" ON "calendar_feed" USING btree ("doctor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_at_provider_once" ON "refund" USING btree ("provider_id") WHERE "refund"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "refund_of_intent" ON "refund" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "refund_to_check" ON "refund" USING btree ("check_at") WHERE "refund"."state" in ('due', 'pending', 'failed');--> statement-breakpoint
CREATE INDEX "payment_intent_due" ON "payment_intent" USING btree ("due") WHERE "payment_intent"."state" in ('open', 'unclaimed');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_ledger_step_once" ON "payment_ledger" USING btree ("intent_id","kind") WHERE "payment_ledger"."kind" not in ('event', 'refund-requested', 'refund-succeeded', 'refund-failed', 'disputed');--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'add-doctor', 'delete-doctor', 'upload-photo', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'search-patients', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_refund_within_payment" CHECK ("booking"."refunding" >= 0 and "booking"."refunded" >= 0 and "booking"."refunding" + "booking"."refunded" <= "booking"."price");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_refunded_at" CHECK (("booking"."refunded" > 0) = ("booking"."refunded_at" is not null));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account'));--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_refunded_within_amount" CHECK ("payment_intent"."refunded" between 0 and "payment_intent"."amount");--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_dispute_dated" CHECK (("payment_intent"."dispute" is null) = ("payment_intent"."disputed_at" is null));--> statement-breakpoint
ALTER TABLE "payment_ledger" ADD CONSTRAINT "payment_ledger_kind_known" CHECK ("payment_ledger"."kind" in ('made', 'event', 'unclaimed', 'settled', 'refused', 'refunding', 'refunded', 'cancelled', 'refund-requested', 'refund-succeeded', 'refund-failed', 'disputed'));--> statement-breakpoint
-- Until now a payment was refunded in full or not at all, and its intent said so.
INSERT INTO refund (id, intent_id, amount, reason, state, provider_id, succeeded_at)
  SELECT gen_random_uuid(), intent.id, intent.amount,
    CASE WHEN booking.transaction_id = intent.id THEN 'cancelled' WHEN intent.booking_id IS NOT NULL THEN 'second-payment' ELSE 'settles-nothing' END,
    CASE WHEN intent.state = 'refunded' THEN 'succeeded' ELSE 'due' END, ledger.reference,
    CASE WHEN intent.state = 'refunded' THEN coalesce(ledger.at, now()) END
  FROM payment_intent AS intent
    LEFT JOIN booking ON booking.id = intent.booking_id
    LEFT JOIN payment_ledger AS ledger ON ledger.intent_id = intent.id AND ledger.kind = 'refunded'
  WHERE intent.state IN ('refunding', 'refunded');--> statement-breakpoint
UPDATE payment_intent SET refunded = amount WHERE state IN ('refunding', 'refunded');--> statement-breakpoint
UPDATE booking SET
    refunding = CASE WHEN refund.state = 'due' THEN refund.amount ELSE 0 END,
    refunded = CASE WHEN refund.state = 'succeeded' THEN refund.amount ELSE 0 END,
    refunded_at = refund.succeeded_at
  FROM refund WHERE refund.intent_id = booking.transaction_id;
