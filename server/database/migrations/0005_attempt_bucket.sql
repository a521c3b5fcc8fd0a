CREATE TABLE "attempt_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempt_bucket_by_age" ON "attempt_bucket" USING btree ("full_at");