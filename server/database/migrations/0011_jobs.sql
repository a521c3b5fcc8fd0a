-- Emails and sandbox events that were not sent yet keep their rows: the next start adds a job for each.
DROP TABLE "lease";--> statement-breakpoint
DROP INDEX "mail_due";--> statement-breakpoint
DROP INDEX "stripe_sandbox_event_due";--> statement-breakpoint
CREATE INDEX "mail_unsent" ON "mail" USING btree ("id") WHERE "mail"."done_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_sandbox_event_undelivered" ON "stripe_sandbox_event" USING btree ("position") WHERE "stripe_sandbox_event"."done_at" is null;--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "due";--> statement-breakpoint
ALTER TABLE "stripe_sandbox_event" DROP COLUMN "due";