ALTER TABLE "booking" ADD COLUMN "override_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "cancel_refund" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_override_reason_length" CHECK (length("booking"."override_reason") <= 200);--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_cancel_refund_within_price" CHECK ("booking"."cancel_refund" between 0 and "booking"."price" and ("booking"."cancel_refund" = 0 or "booking"."status" = 'cancelled'));--> statement-breakpoint
-- Notes stay as they are: nothing tells which of them are reasons, because the audit trail neither quotes notes nor is kept forever.
UPDATE "booking" SET "cancel_refund" = (
  SELECT coalesce(sum("refund"."amount"), 0) FROM "refund"
  WHERE "refund"."intent_id" = "booking"."transaction_id" AND "refund"."reason" = 'cancelled' AND "refund"."state" <> 'void'
) WHERE "status" = 'cancelled' AND "transaction_id" IS NOT NULL AND "refunding" + "refunded" > 0;
