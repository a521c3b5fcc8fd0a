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
      coalesce(-sum(amount) FILTER (WHERE kind = 'credit'), 0) AS credited,
      coalesce(bool_or(kind = 'no-show'), false) AS for_no_show
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
      no_show_charged = charged.for_no_show,
      refunding = back.refunding, refunded = back.refunded, refunded_at = back.refunded_at,
      transaction_id = CASE WHEN is_paid THEN taken.transaction END,
      paid_at = CASE WHEN is_paid THEN coalesce(paid_at, now()) END
    WHERE id = which;
END $$;
