CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"doctor_id" uuid,
	"invited_by" text,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_role_known" CHECK ("staff"."role" in ('admin', 'receptionist', 'dentist', 'accountant')),
	CONSTRAINT "staff_dentist_has_doctor" CHECK (case when "staff"."role" = 'dentist' then "staff"."doctor_id" is not null or "staff"."ended_at" is not null else "staff"."doctor_id" is null end)
);
--> statement-breakpoint
CREATE TABLE "staff_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"doctor_id" uuid,
	"token_hash" text,
	"invited_by" text,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "staff_invitation_token_once" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitation_email_lower" CHECK ("staff_invitation"."email" = lower("staff_invitation"."email")),
	CONSTRAINT "staff_invitation_role_known" CHECK ("staff_invitation"."role" in ('admin', 'receptionist', 'dentist', 'accountant')),
	CONSTRAINT "staff_invitation_dentist_has_doctor" CHECK (("staff_invitation"."role" = 'dentist') = ("staff_invitation"."doctor_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind_known";--> statement-breakpoint
ALTER TABLE "user" DROP CONSTRAINT "user_role_known";--> statement-breakpoint
DROP INDEX "user_by_role";--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD COLUMN "desk_refund_dollars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_doctor_id_doctor_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_live_once" ON "staff" USING btree ("user_id") WHERE "staff"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "staff_of_user" ON "staff" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_of_doctor" ON "staff" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "staff_by_inviter" ON "staff" USING btree ("invited_by");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_open_once" ON "staff_invitation" USING btree ("email") WHERE "staff_invitation"."accepted_at" is null and "staff_invitation"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "staff_invitation_of_doctor" ON "staff_invitation" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "staff_invitation_by_inviter" ON "staff_invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "staff_invitation_by_expiry" ON "staff_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_by_role" ON "user" USING btree (("role" <> 'admin'),"email","role");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'add-doctor', 'delete-doctor', 'upload-photo', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'search-patients', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));--> statement-breakpoint
ALTER TABLE "clinic_policy" ADD CONSTRAINT "clinic_policy_desk_refund" CHECK ("clinic_policy"."desk_refund_dollars" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_kind_known" CHECK ("mail"."kind" in ('verify-email', 'password-reset', 'password-changed', 'receipt', 'appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder', 'refunded', 'claim-account', 'staff-invitation', 'second-factor-changed', 'account-erased', 'share-patient', 'new-email', 'email-changed'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_known" CHECK ("user"."role" in ('admin', 'receptionist', 'dentist', 'accountant', 'patient'));
--> statement-breakpoint
-- Copies the role of an account's live row in staff to "user", where the query of each request reads it
-- (docs/decisions/0073). Without such a row the account is a patient's.
CREATE OR REPLACE FUNCTION copy_staff_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account text := coalesce(NEW.user_id, OLD.user_id);
  live text;
BEGIN
  SELECT role INTO live FROM staff WHERE user_id = account AND ended_at IS NULL;
  UPDATE "user" SET role = coalesce(live, 'patient'), updated_at = now()
    WHERE id = account AND role <> coalesce(live, 'patient');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER staff_role_copied AFTER INSERT OR UPDATE OR DELETE ON staff
  FOR EACH ROW EXECUTE FUNCTION copy_staff_role();
--> statement-breakpoint
-- An account has the role of its live row in staff, and no other.
CREATE OR REPLACE FUNCTION refuse_other_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> coalesce((SELECT role FROM staff WHERE user_id = NEW.id AND ended_at IS NULL), 'patient') THEN
    RAISE EXCEPTION 'the role of an account follows from staff' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_role_changed AFTER UPDATE OF role ON "user"
  FOR EACH ROW WHEN (NEW.role <> OLD.role) EXECUTE FUNCTION refuse_other_role();
CREATE OR REPLACE TRIGGER user_role_set AFTER INSERT ON "user"
  FOR EACH ROW WHEN (NEW.role <> 'patient') EXECUTE FUNCTION refuse_other_role();
--> statement-breakpoint
-- The admins of today, and who promoted them where the trail tells.
INSERT INTO staff (user_id, role, invited_by, invited_at, started_at)
  SELECT account.id, 'admin', inviter.id, coalesce(promoted.at, account.created_at), coalesce(promoted.at, account.created_at)
  FROM "user" AS account
  LEFT JOIN LATERAL (SELECT user_id, at FROM audit WHERE action = 'promote-user' AND subject = account.email ORDER BY id DESC LIMIT 1) AS promoted ON true
  LEFT JOIN "user" AS inviter ON inviter.id = promoted.user_id
  WHERE account.role = 'admin';
