CREATE TABLE "stripe_sandbox_fault" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"webhooks" jsonb NOT NULL,
	"drops_left" integer,
	"api" jsonb,
	"calls_left" integer,
	CONSTRAINT "stripe_sandbox_fault_once" CHECK ("stripe_sandbox_fault"."id" = 1)
);
