CREATE TABLE "lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_intent" (
	"id" text PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"patient_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"due" timestamp with time zone DEFAULT now() + interval '2 minutes' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_intent_amount_positive" CHECK ("payment_intent"."amount" > 0),
	CONSTRAINT "payment_intent_state_known" CHECK ("payment_intent"."state" in ('open', 'settled', 'refunding', 'refunded', 'cancelled')),
	CONSTRAINT "payment_intent_settles_a_booking" CHECK ("payment_intent"."state" <> 'settled' or "payment_intent"."booking_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"intent_id" text NOT NULL,
	"booking_id" uuid,
	"amount" integer,
	"currency" text,
	"reference" text,
	"detail" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_ledger_kind_known" CHECK ("payment_ledger"."kind" in ('made', 'event', 'settled', 'refused', 'refunding', 'refunded', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_patient_id_user_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intent_open_once" ON "payment_intent" USING btree ("booking_id") WHERE "payment_intent"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intent_settled_once" ON "payment_intent" USING btree ("booking_id") WHERE "payment_intent"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "payment_intent_of_booking" ON "payment_intent" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payment_intent_due" ON "payment_intent" USING btree ("due") WHERE "payment_intent"."state" in ('open', 'refunding');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_ledger_event_once" ON "payment_ledger" USING btree ("reference") WHERE "payment_ledger"."kind" = 'event';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_ledger_step_once" ON "payment_ledger" USING btree ("intent_id","kind") WHERE "payment_ledger"."kind" <> 'event';--> statement-breakpoint
CREATE INDEX "payment_ledger_of_booking" ON "payment_ledger" USING btree ("booking_id");--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt'));--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_ledger_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
