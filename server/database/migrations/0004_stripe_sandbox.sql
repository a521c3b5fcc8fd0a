CREATE TABLE "stripe_sandbox_call" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"request_id" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox_charge" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount" integer NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"card" jsonb NOT NULL,
	"failure" jsonb,
	"metadata" jsonb NOT NULL,
	"description" text,
	"receipt_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_sandbox_charge_refunded" CHECK ("stripe_sandbox_charge"."refunded" between 0 and "stripe_sandbox_charge"."amount")
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox_event" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox_event_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"object" jsonb NOT NULL,
	"request" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox_intent" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox_intent_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_secret" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"method_types" text[] NOT NULL,
	"automatic" text,
	"metadata" jsonb NOT NULL,
	"description" text,
	"receipt_email" text,
	"card" jsonb,
	"failure" jsonb,
	"latest_charge" text,
	"canceled_at" timestamp with time zone,
	"cancellation_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_sandbox_intent_amount" CHECK ("stripe_sandbox_intent"."amount" > 0),
	CONSTRAINT "stripe_sandbox_intent_status" CHECK ("stripe_sandbox_intent"."status" in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox_refund" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox_refund_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge_id" text NOT NULL,
	"intent_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_sandbox_refund_amount" CHECK ("stripe_sandbox_refund"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "stripe_sandbox_charge" ADD CONSTRAINT "stripe_sandbox_charge_intent_id_stripe_sandbox_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."stripe_sandbox_intent"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox_refund" ADD CONSTRAINT "stripe_sandbox_refund_charge_id_stripe_sandbox_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."stripe_sandbox_charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_sandbox_charge_once" ON "stripe_sandbox_charge" USING btree ("intent_id") WHERE "stripe_sandbox_charge"."failure" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_sandbox_event_position" ON "stripe_sandbox_event" USING btree ("position");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_event_due" ON "stripe_sandbox_event" USING btree ("due") WHERE "stripe_sandbox_event"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_sandbox_intent_position" ON "stripe_sandbox_intent" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_sandbox_refund_position" ON "stripe_sandbox_refund" USING btree ("position");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_refund_of_charge" ON "stripe_sandbox_refund" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_refund_of_intent" ON "stripe_sandbox_refund" USING btree ("intent_id");