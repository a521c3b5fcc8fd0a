CREATE TABLE "appointment_notice" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "appointment_notice_once" PRIMARY KEY("booking_id","kind","sequence"),
	CONSTRAINT "appointment_notice_kind_known" CHECK ("appointment_notice"."kind" in ('booked', 'moved', 'cancelled', 'reminder'))
);
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "scheduled_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_notice" ADD CONSTRAINT "appointment_notice_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_notice_reminder_once" ON "appointment_notice" USING btree ("booking_id","starts_at") WHERE "appointment_notice"."kind" = 'reminder';--> statement-breakpoint
CREATE INDEX "appointment_notice_waiting" ON "appointment_notice" USING btree ("created_at") WHERE "appointment_notice"."done_at" is null;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_cancel_reason_known" CHECK ("booking"."cancel_reason" in ('ill', 'no-time', 'not-needed', 'other'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder'));--> statement-breakpoint
UPDATE "booking" SET "scheduled_at" = "created_at";--> statement-breakpoint
-- A patient is told about each change of their appointment. Another doctor counts as a change only if a doctor was named before.
CREATE FUNCTION add_appointment_notice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    kind := 'booked';
  ELSIF NEW.status = 'cancelled' THEN
    kind := 'cancelled';
  ELSE
    kind := 'moved';
  END IF;
  INSERT INTO appointment_notice (booking_id, kind, sequence, starts_at)
    VALUES (NEW.id, kind, NEW.sequence, NEW.starts_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_made_noticed AFTER INSERT ON booking
  FOR EACH ROW WHEN (NEW.status = 'booked') EXECUTE FUNCTION add_appointment_notice();--> statement-breakpoint
CREATE TRIGGER booking_cancelled_noticed AFTER UPDATE OF status ON booking
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND OLD.status <> 'cancelled') EXECUTE FUNCTION add_appointment_notice();--> statement-breakpoint
CREATE TRIGGER booking_moved_noticed AFTER UPDATE OF starts_at, doctor_id ON booking
  FOR EACH ROW WHEN (
    NEW.status <> 'cancelled' AND (NEW.starts_at <> OLD.starts_at OR (OLD.doctor_id IS NOT NULL AND NEW.doctor_id IS DISTINCT FROM OLD.doctor_id))
  ) EXECUTE FUNCTION add_appointment_notice();
