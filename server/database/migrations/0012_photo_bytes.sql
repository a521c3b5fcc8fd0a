-- Photos on their way in or out: no doctor can refer to them, and nothing completes them any more.
DELETE FROM "photo" WHERE "url" IS NULL;--> statement-breakpoint
ALTER TABLE "photo" ALTER COLUMN "url" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "large" "bytea";--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "small" "bytea";--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "in_folder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A migration can't read files: each start imports what is left.
UPDATE "photo" SET "in_folder" = true WHERE "url" LIKE '/%';--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_both_sizes" CHECK (("photo"."large" IS NULL) = ("photo"."small" IS NULL));--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_bytes_or_elsewhere" CHECK (("photo"."large" IS NULL) = ("photo"."in_folder" OR "photo"."url" NOT LIKE '/%'));--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_size" CHECK (length("photo"."large") BETWEEN 1 AND 262144 AND length("photo"."small") BETWEEN 1 AND 16384);
