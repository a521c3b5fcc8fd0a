CREATE TABLE "sandbox"."call" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"request_id" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."charge" (
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
	CONSTRAINT "charge_refunded" CHECK ("sandbox"."charge"."refunded" between 0 and "sandbox"."charge"."amount")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."event" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."event_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"object" jsonb NOT NULL,
	"request" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."fault" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"webhooks" jsonb NOT NULL,
	"drops_left" integer,
	"api" jsonb,
	"calls_left" integer,
	CONSTRAINT "fault_once" CHECK ("sandbox"."fault"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."intent" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."intent_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	CONSTRAINT "intent_amount" CHECK ("sandbox"."intent"."amount" > 0),
	CONSTRAINT "intent_status" CHECK ("sandbox"."intent"."status" in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refund" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."refund_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge_id" text NOT NULL,
	"intent_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_amount" CHECK ("sandbox"."refund"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "sandbox"."charge" ADD CONSTRAINT "charge_intent_id_intent_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox"."intent"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refund" ADD CONSTRAINT "refund_charge_id_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "sandbox"."charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_once" ON "sandbox"."charge" USING btree ("intent_id") WHERE "sandbox"."charge"."failure" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_position" ON "sandbox"."event" USING btree ("position");--> statement-breakpoint
CREATE INDEX "event_undelivered" ON "sandbox"."event" USING btree ("position") WHERE "sandbox"."event"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "intent_position" ON "sandbox"."intent" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_position" ON "sandbox"."refund" USING btree ("position");--> statement-breakpoint
CREATE INDEX "refund_of_charge" ON "sandbox"."refund" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refund_of_intent" ON "sandbox"."refund" USING btree ("intent_id");