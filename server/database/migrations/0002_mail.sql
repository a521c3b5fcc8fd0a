CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"details" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed'))
);
--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("due") WHERE "mail"."done_at" is null;--> statement-breakpoint
CREATE INDEX "mail_of_recipient" ON "mail" USING btree ("recipient","kind","created_at");