CREATE TABLE "heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "heartbeat_single" CHECK ("heartbeat"."id" = 1)
);
