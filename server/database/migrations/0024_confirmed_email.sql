ALTER TABLE "booking" ADD COLUMN "booked_by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The ids of bookings by staff derive from their request's id (UUID version 5), those of patients from the time (version 7).
UPDATE "booking" SET "booked_by_staff" = true WHERE substr("id"::text, 15, 1) = '5';--> statement-breakpoint
-- A changed password ends the sessions, the unused reset links and the calendar feed of its user. While nobody has confirmed the email, a
-- stranger may have made the account, so that nothing but the new password remains of what signs in. A new hash of the same password, for
-- which the transaction sets clinic.same_password, ends nothing.
CREATE OR REPLACE FUNCTION end_sessions_of_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('clinic.same_password', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  DELETE FROM verification WHERE value = NEW.user_id;
  DELETE FROM session WHERE user_id = NEW.user_id;
  DELETE FROM calendar_feed WHERE patient_id = NEW.user_id;
  IF EXISTS (SELECT FROM "user" WHERE id = NEW.user_id AND NOT email_verified) THEN
    DELETE FROM passkey WHERE user_id = NEW.user_id;
    DELETE FROM two_factor WHERE user_id = NEW.user_id;
    UPDATE "user" SET two_factor_enabled = false WHERE id = NEW.user_id AND two_factor_enabled;
    DELETE FROM account WHERE user_id = NEW.user_id AND id <> NEW.id;
  END IF;
  RETURN NULL;
END $$;
