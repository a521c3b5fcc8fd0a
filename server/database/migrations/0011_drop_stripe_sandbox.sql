DROP TABLE "stripe_sandbox_call" CASCADE;--> statement-breakpoint
DROP TABLE "stripe_sandbox_charge" CASCADE;--> statement-breakpoint
DROP TABLE "stripe_sandbox_event" CASCADE;--> statement-breakpoint
DROP TABLE "stripe_sandbox_fault" CASCADE;--> statement-breakpoint
DROP TABLE "stripe_sandbox_intent" CASCADE;--> statement-breakpoint
DROP TABLE "stripe_sandbox_refund" CASCADE;