CREATE TABLE "sandbox"."google_state" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"grant_id" text,
	"payload" json NOT NULL,
	"consumed" integer,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "google_state_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."google_user" (
	"sub" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "google_state_of_grant" ON "sandbox"."google_state" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "google_state_expiry" ON "sandbox"."google_state" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "google_user_expiry" ON "sandbox"."google_user" USING btree ("expires_at");