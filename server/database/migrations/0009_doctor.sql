CREATE TABLE "doctor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"specialty" text NOT NULL,
	"img" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "doctor_email_lower" CHECK ("doctor"."email" = lower("doctor"."email"))
);
--> statement-breakpoint
CREATE TABLE "photo" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text,
	"due" timestamp with time zone DEFAULT now() + interval '1 day' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photo_url_once" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "doctor" ADD CONSTRAINT "photo_of_doctor" FOREIGN KEY ("img") REFERENCES "public"."photo"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_email_once" ON "doctor" USING btree ("email");--> statement-breakpoint
CREATE INDEX "doctor_of_photo" ON "doctor" USING btree ("img");--> statement-breakpoint
CREATE INDEX "photo_due" ON "photo" USING btree ("due");