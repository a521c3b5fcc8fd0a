ALTER TABLE "booking" DROP CONSTRAINT "booking_owed_not_negative";--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
UPDATE charge SET charge_id = reduced.id FROM charge AS reduced
  WHERE charge.kind = 'credit' AND reduced.booking_id = charge.booking_id AND reduced.kind <> 'credit' AND reduced.voided_at IS NULL;
--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_charge_id_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_of_charge" ON "charge" USING btree ("charge_id") WHERE "charge"."charge_id" is not null;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_credit_of_charge" CHECK (("charge"."kind" = 'credit') = ("charge"."charge_id" is not null));
--> statement-breakpoint
-- Takes back what a cancelled appointment would owe again when a payment of it turns out to be none.
CREATE OR REPLACE FUNCTION credit_voided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO charge (booking_id, kind, words, amount)
    SELECT id, 'credit', 'Cancelled', -owed FROM booking WHERE id = NEW.booking_id AND status = 'cancelled' AND owed > 0;
  RETURN NULL;
END $$;

-- It runs after the trigger that sums the money.
CREATE OR REPLACE TRIGGER payment_void_credited AFTER UPDATE OF voided_at ON payment
  FOR EACH ROW WHEN (NEW.voided_at IS NOT NULL AND OLD.voided_at IS NULL)
  EXECUTE FUNCTION credit_voided();
--> statement-breakpoint
-- Lets the credits of a charge that is replaced in this transaction reduce the one in its place. Those of a charge of
-- another kind wait until it counts again.
CREATE OR REPLACE FUNCTION move_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE charge SET charge_id = NEW.id FROM charge AS replaced
    WHERE charge.charge_id = replaced.id AND replaced.booking_id = NEW.booking_id AND replaced.kind = NEW.kind
      AND replaced.voided_at = now();
  RETURN NULL;
END $$;

-- It runs before the trigger that sums the money. What a booking is charged with first replaces nothing.
CREATE OR REPLACE TRIGGER charge_credits_moved AFTER INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind <> 'credit' AND NEW.made_by IS NOT NULL)
  EXECUTE FUNCTION move_credits();
--> statement-breakpoint
-- Lets a credit reduce the charge that counts.
CREATE OR REPLACE FUNCTION point_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charge_id := (SELECT id FROM charge WHERE booking_id = NEW.booking_id AND kind <> 'credit' AND voided_at IS NULL);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER charge_credit_pointed BEFORE INSERT ON charge
  FOR EACH ROW WHEN (NEW.kind = 'credit' AND NEW.charge_id IS NULL)
  EXECUTE FUNCTION point_credit();
--> statement-breakpoint
-- Writes the sums of an appointment's charges, payments and refunds to its row, in the transaction of each change. A
-- credit counts while the charge that it reduces does. It is paid while nothing is owed and something was paid.
CREATE OR REPLACE FUNCTION sum_booking_money(which uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  charged record;
  taken record;
  back record;
  is_paid boolean;
BEGIN
  -- Each statement below sees what was committed before it, so that no sum lacks a row of another transaction.
  PERFORM FROM booking WHERE id = which FOR UPDATE;
  SELECT coalesce(sum(amount) FILTER (WHERE kind <> 'credit'), 0) AS price,
      coalesce(-sum(amount) FILTER (WHERE kind = 'credit'), 0) AS credited
    INTO charged FROM charge WHERE booking_id = which AND voided_at IS NULL AND (
      charge_id IS NULL
      OR EXISTS (SELECT FROM charge AS reduced WHERE reduced.id = charge.charge_id AND reduced.voided_at IS NULL)
    );
  SELECT coalesce(sum(amount), 0) AS received,
      (array_agg(
        CASE method WHEN 'card-online' THEN coalesce(intent_id, reference) ELSE receipt_number(receipt_year, receipt_count) END
        ORDER BY method = 'card-online' DESC, receipt_year DESC, receipt_count DESC
      ))[1] AS transaction
    INTO taken FROM payment WHERE booking_id = which AND voided_at IS NULL;
  SELECT coalesce(sum(refund.amount) FILTER (WHERE state = 'succeeded'), 0) AS refunded,
      coalesce(sum(refund.amount) FILTER (WHERE state IN ('due', 'pending', 'failed')), 0) AS refunding,
      max(succeeded_at) FILTER (WHERE state = 'succeeded') AS refunded_at
    INTO back FROM refund JOIN payment ON payment.id = refund.payment_id WHERE payment.booking_id = which;
  is_paid := taken.received > 0
    AND charged.price - charged.credited - taken.received + back.refunding + back.refunded <= 0;
  UPDATE booking SET price = charged.price, credited = charged.credited, received = taken.received,
      refunding = back.refunding, refunded = back.refunded, refunded_at = back.refunded_at,
      transaction_id = CASE WHEN is_paid THEN taken.transaction END,
      paid_at = CASE WHEN is_paid THEN coalesce(paid_at, now()) END
    WHERE id = which;
END $$;
