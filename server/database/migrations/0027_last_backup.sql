CREATE TABLE "last_backup" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_backup_single" CHECK ("last_backup"."id" = 1)
);
