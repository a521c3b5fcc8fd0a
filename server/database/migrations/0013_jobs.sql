-- Emails that were not sent yet keep their rows: the next start adds a job for each.
DROP TABLE "lease";--> statement-breakpoint
DROP INDEX "mail_due";--> statement-breakpoint
CREATE INDEX "mail_unsent" ON "mail" USING btree ("id") WHERE "mail"."done_at" is null;--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "due";
